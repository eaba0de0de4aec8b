// SPDX-License-Identifier: MIT

/**
 * A picture's pixels, straight RGBA, top row first, as its file has them: a 2D canvas would lose
 * colours to alpha, a texture does not.
 */
export async function straightPixels(file: Blob):
    Promise<{ width: number; height: number; pixels: Uint8Array }> {
  const bitmap = await createImageBitmap(
    file, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const { width, height } = bitmap;
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!gl) throw new Error('this browser has no WebGL 2: pictures cannot be decoded');
  const most = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number;
  if (Math.max(width, height) > most) {
    throw new Error(`the picture is ${width} x ${height}: at most ${most} pixels a side fit`);
  }
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  bitmap.close();
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D,
                          gl.getParameter(gl.TEXTURE_BINDING_2D) as WebGLTexture, 0);
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return { width, height, pixels };
}
