// SPDX-License-Identifier: MIT

/**
 * What a page asks of the document that is edited, and what comes back. Each method takes plain JSON
 * and, where it says so, blobs (arrays of bytes); each returns the same. vide/studio runs them.
 *
 * Positions are pixels of the canvas, y up, the origin at its bottom left corner. Angles are degrees,
 * counter-clockwise, unwrapped. Times are seconds. Ids are those of the document and never change;
 * indices count from 0. An edit is one step to undo; with `merge` it is undone together with the step
 * before it that names the same text, until endMerge.
 */

export type Point = [number, number];
export type BlendMode = 'normal' | 'add' | 'multiply' | 'screen';
export type WeightMethod = 'authored' | 'geodesic' | 'straight' | 'bounded_biharmonic';
/** Methods that files may name and `weigh` refuses: they are for models in space. */
export type KeptWeightMethod = 'solid_heat' | 'heat_diffusion' | 'bone_heat' | 'skeleton_aware';
export type Deformer = 'linear_blend' | 'dual_quaternion' | 'arap' | 'biharmonic';
/** Deformers that files may name and that no bone drives. */
export type KeptDeformer = 'grouped_arap' | 'fast';
export type Attachment = 'fixed' | 'rigid' | 'skinned';

/** How a picture becomes a mesh; what is left out is the mesher's choice. */
export interface MeshSettings {
  threshold?: number;  // 0..1 of full alpha
  margin?: number;     // pixels
  tolerance?: number;  // pixels
  min_island_area?: number;  // square pixels
  /** At most one of the three. `detail`: 0 coarsest .. 1 finest. */
  detail?: number;
  edge_length?: number;
  vertex_budget?: number;
  fill_holes?: boolean;
  dense_joints?: boolean;
}

export interface BoneState {
  id: number;
  name: string;
  parent: number | null;  // id
  head: Point;            // at rest
  tail: Point;
  deform: boolean;
  inherit_rotation: boolean;
  inherit_scale: boolean;
  /** 0..1 each, as weightColors paints it. */
  color: [number, number, number];
}

export interface LayerState {
  id: number;
  name: string;
  image: number | null;  // id
  visible: boolean;
  opacity: number;
  tint: [number, number, number];
  blend: BlendMode;
  mask: number | null;  // layer id
  attachment: Attachment;
  bones: number[];  // ids
  vertices: number;
  triangles: number;
  deformer: Deformer | KeptDeformer;
  weights: WeightMethod | KeptWeightMethod;
  influences: number;
  smoothness: number | null;  // pixels; null: the method's own
  default_smoothness: number | null;  // what the method would take, where it is known
  bone_smoothness: { bone: number; smoothness: number }[];
  mesh: MeshSettings;
  slot: number | null;  // id
  /** Changes with the rest mesh, texture coordinates and weights. */
  geometry: number;
}

export interface ClipState {
  id: number;
  name: string;
  duration: number;
  loop: boolean;
  keys: number;
  /** Changes with anything inside the clip. */
  content: number;
}

export interface ImageState {
  id: number;
  name: string;
  mime: string;
  width: number;
  height: number;
  /** Whether set_picture has brought its pixels. */
  decoded: boolean;
}

export interface ConstraintState {
  id: number;
  name: string;
  kind: 'reach' | 'aim' | 'copy';
  mix: number;
  bone: number;
  target: number;   // of copy: the source
  length?: number;  // of reach
  bend?: 'nearest' | 'counter_clockwise' | 'clockwise';
  offset?: number;  // of aim, degrees
}

/** Everything that panels show. */
export interface State {
  name: string;
  canvas: [number, number];
  pixels_per_unit: number;
  images: ImageState[];
  layers: LayerState[];
  draw_order: number[];  // layer ids, back to front
  slots: { id: number; name: string; layers: number[]; shown: number | null }[];
  skins: { id: number; name: string }[];
  skin: number | null;
  bones: BoneState[];  // parents first
  constraints: ConstraintState[];
  clips: ClipState[];
  undo: string;  // what undo would take back; '' for nothing
  redo: string;
  modified: boolean;
}

/** Every edit answers with this; `warnings` are for the person. */
export interface Edited {
  state: State;
  warnings: string[];
  /** The id of what was made, where something was. */
  id?: number;
}

export type Interpolation = 'step' | 'linear' | 'cubic' | 'bezier';
/** Two control points of the curve from (0, 0) to (1, 1). */
export type Easing = [number, number, number, number];

export interface KeyState {
  time: number;
  /** translation, scale: x, y; angle: one number; see `Channel`. */
  value: number[];
  interpolation: Interpolation;
  easing?: Easing;  // bezier
  /** Of cubic keys: how fast the values change where the curve arrives and leaves, per second. */
  in_tangent?: number[];
  out_tangent?: number[];
}

/**
 * What a track moves: of a bone translation, angle, scale, shear (one number); of a layer visible (0 or 1), tint,
 * opacity; of a slot shown (a layer's id, or nothing: []); of a constraint mix; of the document
 * draw_order (ids of layers; owner 0); of a morph shape weight (owner: layer id, `shape`).
 */
export type Channel = 'translation' | 'angle' | 'scale' | 'shear' | 'visible' | 'tint' | 'opacity' | 'shown' |
  'mix' | 'draw_order' | 'weight' | 'offsets';

export interface TrackState {
  of: 'bone' | 'layer' | 'slot' | 'constraint' | 'document';
  owner: number;
  shape?: number;
  channel: Channel;
  keys: KeyState[];  // of offsets: without values
}

export interface ClipContent {
  id: number;
  tracks: TrackState[];
  events: { time: number; name: string; text: string; number: number }[];
}

export interface KeyAddress {
  of: TrackState['of'];
  owner: number;
  shape?: number;
  channel: Channel;
  time: number;
}

/** What is seen at a moment. */
export interface FrameLayer {
  layer: number;  // index into State.layers
  mask: number | null;  // index
  opacity: number;
  tint: [number, number, number];
  /** Index into the answer's blobs of its positions (float32 x, y each), or null: skinned by `matrices`. */
  positions: number | null;
}

export interface Frame {
  layers: FrameLayer[];  // back to front
  /** Masks that are not among `layers`: they are not painted, only looked through. */
  masks: { layer: number; positions: number | null }[];
  /** Per bone as posed. Blob 0: float32, per bone 6 numbers a b c d x y of the skinning matrix S_i:
   *  x' = a x + c y + tx, y' = b x + d y + ty, in the order of State.bones. */
  bones: { head: Point; tail: Point }[];
  /** Bones whose pose differs from the clip's and is not keyed yet. */
  unkeyed: number[];
}

export type Hit =
  { what: 'head' | 'tail' | 'bone'; bone: number; distance: number } |
  { what: 'vertex'; layer: number; vertex: number; distance: number } |
  { what: 'layer'; layer: number };

export type ExportFormat = 'glb' | 'glb_morphs' | 'dragonbones' | 'spine' | 'godot' | 'godot3' |
  'gif' | 'sheet';

export interface ExportOptions {
  format: ExportFormat;
  name: string;  // of the files, without ending
  clip?: number;  // of a gif; without it the picture at rest
  clips?: number[];  // of a sheet, in its order; without them all
  fps?: number;
  scale?: number;  // of pictures, 1 as drawn
  background?: string;  // '#rrggbbaa' or as the command line takes it; '': transparent
  framing?: 'canvas' | 'motion';
  skin?: number | null;
  loops?: number;
  dither?: boolean;
  bake_constraints?: boolean;
  atlas_size?: number;
  atlas_padding?: number;
}

type Merge = { merge?: string };
/** 'draft' may be coarser and is never kept: run it again with 'exact' when the gesture ends. */
export type Quality = 'draft' | 'exact';

/** name: [arguments, answer]. What comes in blobs is said beside it. */
export interface Methods {
  // -- documents
  /** A document of VIDE as .glb. In: the file. Clears the history. */
  open: [{ name: string }, Edited];
  /** A picture (PNG, JPEG or WebP) as one meshed layer. In: the file, its pixels (straight RGBA,
   *  top row first). `add`: into the document that is there, as an edit; else a new document. */
  import_picture: [{ name: string; mime: string; width: number; height: number; mesh?: MeshSettings;
                     remove_background?: boolean; add?: boolean }, Edited];
  /** Layers, back to front, each cut down to what it shows and meshed. In: the pixels of each. */
  import_layers: [{ name: string; width: number; height: number; mesh?: MeshSettings;
                    layers: { name: string; x: number; y: number; width: number; height: number;
                              opacity: number; visible: boolean; blend: BlendMode; mask?: string }[];
                    warnings?: string[] }, Edited];
  /** Bones, and bindings where layers have none, from a skeleton file: VIDE's JSON, BVH, char_cfg. */
  import_skeleton: [{ file: string; text: string }, Edited];
  /** Clips from VIDE's own JSON. */
  import_clips: [{ text: string }, Edited];
  /** Out: the .glb, as the command line writes it. Marks the document as saved unless `copy`. */
  save: [{ copy?: boolean }, { name: string }];
  state: [{}, Edited];
  /** The pixels of an image (straight RGBA). In: one blob. Needed before mesh, weights, export. */
  set_picture: [{ image: number }, {}];
  /** Out: the image's own file. */
  image: [{ image: number }, { mime: string }];
  /** Out: rest positions f32 x,y; uv f32; triangles u32; bone indices u16 (8 a vertex, into
   *  State.bones); weights f32 (8 a vertex). */
  geometry: [{ layer: number }, { vertices: number; triangles: number; outline_vertices: number }];

  // -- history
  undo: [{}, Edited];
  redo: [{}, Edited];
  end_merge: [{}, {}];

  // -- mesh
  /** What mesh_layer would make, without making it. Out: positions f32 x,y; triangles u32. */
  mesh_preview: [{ layer: number; mesh: MeshSettings },
                 { vertices: number; triangles: number; min_angle: number; warnings: string[] }];
  mesh_layer: [{ layer: number; mesh: MeshSettings } & Merge, Edited];

  // -- bones. `weights`: what happens to automatic weights of the layers that follow.
  add_bone: [{ parent: number | null; head: Point; tail: Point; name?: string; weights?: Quality | 'keep' } & Merge, Edited];
  /** A bone without length: a point that holds what lies there. */
  add_pin: [{ at: Point; parent: number | null; name?: string; weights?: Quality | 'keep' } & Merge, Edited];
  /** Of a pin one end takes the other along; two that are apart make it a bone. */
  place_bone: [{ bone: number; head?: Point; tail?: Point; children: 'stay' | 'follow';
                 weights?: Quality | 'keep' } & Merge, Edited];
  rename_bone: [{ bone: number; name: string }, Edited];
  reparent_bone: [{ bone: number; parent: number | null }, Edited];
  remove_bones: [{ bones: number[] }, Edited];
  /** Copies of the bones on the other side of the upright line x, named for the other side. */
  mirror_bones: [{ bones: number[]; x: number }, Edited];
  set_bone: [{ bone: number; deform?: boolean; inherit_rotation?: boolean; inherit_scale?: boolean } & Merge, Edited];

  // -- weights
  /** Which bones a layer follows: none: fixed; one: rigid; more: skinned, weighed automatically. */
  bind: [{ layer: number; bones: number[] }, Edited];
  /** Weights of the layers by their settings, or by these new ones. */
  weigh: [{ layers: number[]; method?: WeightMethod; smoothness?: number | null; influences?: number;
            bone_smoothness?: { bone: number; smoothness: number | null }; quality: Quality } & Merge, Edited];
  /** One dab of the brush at a place in the shown pose. `pose`: positions are as shown by the last frame. */
  paint_weights: [{ layer: number; bone: number; at: Point[]; radius: number; strength: number;
                    mode: 'add' | 'subtract' | 'replace' | 'smooth'; hardness?: number } & Merge, Edited];
  edit_weight: [{ layer: number; vertex: number; bone: number; weight: number } & Merge, Edited];
  vertex_weights: [{ layer: number; vertex: number }, { weights: { bone: number; weight: number }[] }];
  prune_weights: [{ layer: number; threshold: number; influences: number }, Edited];
  smooth_weights: [{ layer: number; strength: number; rounds: number }, Edited];
  mirror_weights: [{ layer: number; x: number; direction: 'left_to_right' | 'right_to_left' }, Edited];

  // -- layers
  set_layer: [{ layer: number; name?: string; visible?: boolean; opacity?: number;
                tint?: [number, number, number]; blend?: BlendMode; mask?: number | null;
                deformer?: Deformer } & Merge, Edited];
  move_layer: [{ layer: number; place: number }, Edited];
  remove_layer: [{ layer: number }, Edited];
  add_slot: [{ name: string; layers: number[]; shown: number | null }, Edited];
  set_slot: [{ slot: number; name?: string; layers?: number[]; shown?: number | null }, Edited];
  remove_slot: [{ slot: number }, Edited];
  wear_skin: [{ skin: number | null }, Edited];

  // -- pose. The shown moment is the clip's (null: the rest) at its time, with what is not keyed yet.
  /** Which moment frames and poses are about. Drops what is not keyed. */
  show: [{ clip: number | null; time: number }, Frame];
  /** The moment as it is. `onion`: another time of the clip, without unkeyed poses. */
  frame: [{ onion?: number }, Frame];
  /** `key`: keys it in the clip at once; else the pose waits for key_pose. `absolute` values are A_i
   *  of the bone: degrees, pixels in its own frame, factors. */
  pose_bone: [{ bone: number; angle?: number; translation?: Point; scale?: Point; key: boolean } & Merge, Edited & { frame: Frame }];
  /** A drag of a bone's tail (rotate, reach) or head (move) to a place. reach: the chain of `length`
   *  bones that ends in it (closed form of two, FABRIK beyond); how it stood when the gesture began
   *  counts, while `merge` stays. */
  drag_bone: [{ bone: number; to: Point; how: 'rotate' | 'move' | 'reach'; length?: number; key: boolean } & Merge, Edited & { frame: Frame }];
  /** Keys of the bones as they are posed now. */
  key_pose: [{ bones: number[]; channels: ('translation' | 'angle' | 'scale')[] }, Edited];
  /** Without unkeyed poses; with `key`, keys of the bones (all: []) at rest. */
  reset_pose: [{ bones: number[]; key: boolean }, Edited & { frame: Frame }];

  // -- clips
  add_clip: [{ name: string; duration: number; loop: boolean }, Edited];
  set_clip: [{ clip: number; name?: string; duration?: number; loop?: boolean }, Edited];
  duplicate_clip: [{ clip: number; name: string }, Edited];
  remove_clip: [{ clip: number }, Edited];
  clip: [{ clip: number }, ClipContent];
  set_key: [{ clip: number; key: KeyAddress; value: number[]; interpolation?: Interpolation; easing?: Easing } & Merge, Edited];
  /** Interpolation of keys that are there. Tangents of cubic keys that are left out stay; what nobody
   *  has set goes smoothly through the keys. */
  shape_keys: [{ clip: number; keys: KeyAddress[]; interpolation: Interpolation; easing?: Easing;
                 in_tangent?: number[]; out_tangent?: number[] } & Merge, Edited];
  remove_keys: [{ clip: number; keys: KeyAddress[] }, Edited];
  /** By so many seconds; keys that they land on are replaced. While `merge` and `keys` stay, `by`
   *  counts from where the keys were when the gesture began. `raise`, of the same length as the
   *  key's value, is added to it; it counts likewise. */
  move_keys: [{ clip: number; keys: (KeyAddress & { raise?: number[] })[]; by: number } & Merge, Edited];
  /** A track as it plays, changing nothing. Out: per time the numbers of its value, float64; none
   *  without keys. Angles run on. Not for visible, shown, draw_order, offsets. */
  sample_channel: [{ clip: number; times: number[] } & Omit<TrackState, 'keys'>, {}];
  /** Copies to that time (the earliest key lands on it), in this or another clip. */
  copy_keys: [{ clip: number; keys: KeyAddress[]; to_clip: number; to: number }, Edited];
  add_event: [{ clip: number; time: number; name: string; text: string; number: number }, Edited];
  remove_event: [{ clip: number; index: number }, Edited];
  /** A recording as a clip of the character. `map`: joint of the recording by bone name; left out:
   *  matched by name. `up`: its axis that points up; left out: as inspect_bvh finds it. */
  retarget_bvh: [{ text: string; name: string; map?: Record<string, string>; up?: 'y' | 'z';
                   plane?: 'frontal' | 'sagittal' },
                 Edited & { map: Record<string, string> }];
  /** Names of a recording's joints, the axis along which its figure stands, and what each bone would
   *  follow. */
  inspect_bvh: [{ text: string }, { joints: string[]; frames: number; seconds: number; up: 'y' | 'z';
                                    map: Record<string, string> }];

  // -- constraints
  add_constraint: [{ kind: 'reach' | 'aim' | 'copy'; name: string; bone: number; target: number; length?: number }, Edited];
  set_constraint: [{ constraint: number; name?: string; mix?: number; bend?: ConstraintState['bend']; offset?: number } & Merge, Edited];
  remove_constraint: [{ constraint: number }, Edited];

  // -- finding
  /** What lies at a place of the shown moment, nearest first. */
  hit: [{ at: Point; radius: number; what: ('bone' | 'vertex' | 'layer')[] }, { hits: Hit[] }];

  // -- out
  /** Out: one blob for each file. */
  export: [ExportOptions, { files: { name: string; mime: string }[]; warnings: string[] }];
  /** What render_frame will paint. */
  render_begin: [{ clip: number | null; fps: number; scale: number; background: string;
                   framing: 'canvas' | 'motion' }, { frames: number; width: number; height: number; delay: number }];
  /** Out: straight RGBA, top row first. */
  render_frame: [{ frame: number }, {}];
  render_end: [{}, {}];
}

export type Method = keyof Methods;
export type Arguments<M extends Method> = Methods[M][0];
export type Answer<M extends Method> = Methods[M][1];
