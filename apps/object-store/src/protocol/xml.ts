import { S3Error } from "./s3-error.ts";

/** An element of a request's document. Attributes and namespaces are not needed. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

const TOKEN =
  /<\?[^>]*\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const DEEPEST = 8;

/**
 * Parses a small document. Document types are not supported, so a sender cannot define entities. @throws S3Error
 * MalformedXML
 */
export function readXml(text: string): XmlElement {
  const root: Open = { name: "", children: [], text: "" };
  const open = [root];
  requireUtf8(text);
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) throw malformed();
    const [, verbatim, closing, name, , selfClosing, characters] = match;
    const element = open.at(-1) ?? root;
    if (verbatim !== undefined) element.text += checked(verbatim);
    if (characters !== undefined) element.text += checked(resolved(characters));
    if (name === undefined) continue;
    if (closing === "/") close(open, plain(name));
    else {
      open.push({ name: plain(name), children: [], text: "" });
      if (open.length > DEEPEST) throw malformed();
      if (selfClosing === "/") close(open, plain(name));
    }
  }
  const [only] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || only === undefined || root.text.trim() !== "")
    throw malformed();
  return only;
}

/** The text of an element's child; undefined without it. */
export function textOf(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

/** A document says how it is encoded, if it is not in UTF-8. @throws S3Error */
function requireUtf8(text: string) {
  const [, encoding] = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text) ?? [];
  if (encoding !== undefined && encoding.toLowerCase() !== "utf-8")
    throw new S3Error("MalformedXML", "The body must be XML in UTF-8.");
}

/**
 * Refuses what is no character of XML, except control characters, which keys may contain (docs/adr/0030).
 * @throws S3Error
 */
function checked(characters: string): string {
  if (/[\0\ufffe\uffff]/.test(characters) || !characters.isWellFormed()) throw malformed();
  return characters;
}

/** Text with its references replaced by the characters that they are. @throws S3Error */
function resolved(characters: string): string {
  return characters.replace(
    /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w+));|&/g,
    (_, decimal?: string, hexadecimal?: string, name?: string) => {
      const code =
        decimal === undefined
          ? hexadecimal === undefined
            ? undefined
            : Number.parseInt(hexadecimal, 16)
          : Number(decimal);
      const isSurrogate = code !== undefined && code >= 0xd800 && code <= 0xdfff;
      if (code !== undefined && code <= 0x10ffff && !isSurrogate) return String.fromCodePoint(code);
      const character = name !== undefined && Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
      if (character === undefined) throw malformed();
      return character;
    },
  );
}

function close(open: Open[], name: string) {
  const element = open.pop();
  const parent = open.at(-1);
  if (element === undefined || parent === undefined || element.name !== name) throw malformed();
  parent.children.push(element);
}

function plain(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function malformed(): S3Error {
  return new S3Error("MalformedXML", "The body is not the XML that this request takes.");
}

/** The content of an element: its text, or its children by name, in order. */
type XmlContent = string | number | boolean | XmlChildren;

/** A list becomes repeated elements of the name; undefined values are omitted. */
export interface XmlChildren {
  readonly [name: string]: XmlContent | readonly XmlContent[] | MixedElements | undefined;
}

/** Elements of several names in one order. The name of the child that they are has no meaning. */
export class MixedElements {
  readonly elements: readonly (readonly [name: string, content: XmlContent])[];

  constructor(elements: MixedElements["elements"]) {
    this.elements = elements;
  }
}

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** An XML document in S3's format. */
export function document(name: string, content: XmlContent): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(`${name} xmlns="${NAMESPACE}"`, content)}`;
}

/** An error document, which has no namespace. */
export function errorDocument(content: XmlChildren): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("Error", content)}`;
}

/** @param tag the element's name with its attributes */
function element(tag: string, content: XmlContent): string {
  const inner = typeof content === "object" ? children(content) : escaped(String(content));
  return `<${tag}>${inner}</${tag.split(" ", 1)[0]}>`;
}

function children(content: XmlChildren): string {
  const elements = Object.entries(content).flatMap(([tag, value = []]) =>
    value instanceof MixedElements
      ? value.elements.map(([name, each]) => element(name, each))
      : [value].flat().map((each) => element(tag, each)),
  );
  return elements.join("");
}

/** Escapes text. Control characters, which keys may contain, become references, like in S3. */
function escaped(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return (
      ESCAPES[character] ??
      (code < 0x20 || code === 0x7f || code === 0xfffe || code === 0xffff ? `&#x${code.toString(16)};` : character)
    );
  }).join("");
}
