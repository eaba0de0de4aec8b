// SPDX-License-Identifier: MIT
import { FileError } from './raster.js';

export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
}

/**
 * The elements of an XML document, without its text: all that stack.xml needs. DOMParser would do,
 * but it answers broken files with a page of inline styles, which the policy of this page forbids.
 * No entity is known but the five of XML itself and numbers, so nothing is expanded.
 * Throws a FileError where elements do not fit together.
 */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [] };
  const open = [root];
  for (const token of tokensOf(text)) {
    const parent = open.at(-1)!;
    if (token.kind === 'end') {
      if (open.length === 1 || parent.name !== token.name) throw damaged();
      open.pop();
      continue;
    }
    const element = { name: token.name, attributes: token.attributes, children: [] };
    parent.children.push(element);
    if (!token.isEmpty) open.push(element);
  }
  if (open.length !== 1 || root.children.length !== 1) throw damaged();
  return root.children[0]!;
}

type Token =
  { kind: 'start'; name: string; attributes: ReadonlyMap<string, string>; isEmpty: boolean } |
  { kind: 'end'; name: string };

function damaged(): FileError {
  return new FileError('has a damaged stack.xml. Save it again as OpenRaster.');
}

// Comments, sections, instructions and declarations; ends; starts with attributes.
const markup = new RegExp([
  '<!--[^]*?-->', '<!\\[CDATA\\[[^]*?\\]\\]>', '<\\?[^]*?\\?>', '<![A-Z][^<>]*>',
  '</(?<end>[^\\s<>/="\']+)\\s*>',
  '<(?<start>[^\\s<>/="\'!?]+)' +
    '(?<attributes>(?:\\s+[^\\s<>/="\']+\\s*=\\s*(?:"[^"<]*"|\'[^\'<]*\'))*)\\s*(?<empty>/?)>',
].join('|'), 'y');

function* tokensOf(text: string): Generator<Token> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    markup.lastIndex = at;
    const groups = markup.exec(text)?.groups;
    if (!groups) throw damaged();
    at = markup.lastIndex;
    const { start, end, attributes, empty } = groups;
    if (end !== undefined) yield { kind: 'end', name: end };
    if (start === undefined) continue;
    const isEmpty = empty === '/';
    yield { kind: 'start', name: start, attributes: attributesOf(attributes!), isEmpty };
  }
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map([...pairs].map(([, name, double, single]) => [name!, decoded(double ?? single!)]));
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decoded(value: string): string {
  const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi;
  return value.replace(entity, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name as string] ?? whole;
    const code = hex === undefined ? Number(decimal) : parseInt(hex as string, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
