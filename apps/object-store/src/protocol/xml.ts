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
const LONGEST_SHOWN = 40;

/**
 * Parses a small document. Document types are not supported, so a sender cannot define entities. @throws S3Error
 * MalformedXML
 */
export function readXml(text: string): XmlElement {
  const root: Open = { name: "", children: [], text: "" };
  const open = [root];
  requireUtf8(text);
  let at = 0;
  const refuse: Refuse = (fault, before = "") => malformed(`line ${linesOf(text.slice(0, at) + before)} ${fault}`);
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw refuse(`cannot be read from ${beginningOf(text.slice(at))} on`);
    const [whole, verbatim, closing, name, , selfClosing, characters] = match;
    const element = open.at(-1) ?? root;
    if (verbatim !== undefined) element.text += checked(verbatim, refuse);
    if (characters !== undefined) element.text += checked(resolved(characters, refuse), refuse);
    if (name !== undefined) {
      if (closing !== "/") open.push({ name: plain(name), children: [], text: "" });
      if (open.length > DEEPEST) throw refuse(`nests more than ${DEEPEST - 1} elements`);
      if (closing === "/" || selfClosing === "/") close(open, plain(name), refuse);
    }
    at += whole.length;
  }
  const [only] = root.children;
  const unclosed = open.length > 1 ? open.at(-1) : undefined;
  if (unclosed !== undefined) throw malformed(`the element ${beginningOf(unclosed.name)} does not end`);
  if (only === undefined) throw malformed("it has no element");
  if (root.children.length > 1 || root.text.trim() !== "") throw malformed("it has more than one element");
  return only;
}

/** A child of an element; undefined without it. @throws S3Error for several, as the client cannot mean both */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  const [first, second] = element.children.filter((child) => child.name === name);
  if (second !== undefined)
    throw new S3Error("MalformedXML", `The element ${element.name} must have one ${name}, not several.`);
  return first;
}

/** The text of an element's child; undefined without it. @throws S3Error for several */
export function textOf(element: XmlElement, name: string): string | undefined {
  return childOf(element, name)?.text;
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
function checked(characters: string, refuse: Refuse): string {
  const wrong = characters.search(/[\0\ufffe\uffff]/);
  if (wrong !== -1 || !characters.isWellFormed())
    throw refuse("has a character that XML does not have", characters.slice(0, Math.max(wrong, 0)));
  return characters;
}

/** Text with its references replaced by the characters that they are. @throws S3Error */
function resolved(characters: string, refuse: Refuse): string {
  return characters.replace(
    /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w+));|&/g,
    (reference: string, decimal: string | undefined, hexadecimal: string | undefined, name: string | undefined, at) => {
      const code =
        decimal === undefined
          ? hexadecimal === undefined
            ? undefined
            : Number.parseInt(hexadecimal, 16)
          : Number(decimal);
      const isSurrogate = code !== undefined && code >= 0xd800 && code <= 0xdfff;
      if (code !== undefined && code <= 0x10ffff && !isSurrogate) return String.fromCodePoint(code);
      const character = name !== undefined && Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
      if (character === undefined)
        throw refuse(
          reference === "&"
            ? "has an & that begins no reference; write &amp;"
            : `has ${reference.slice(0, LONGEST_SHOWN)}, which is no character`,
          characters.slice(0, at),
        );
      return character;
    },
  );
}

function close(open: Open[], name: string, refuse: Refuse) {
  const element = open.pop();
  const parent = open.at(-1);
  if (element === undefined || parent === undefined) throw refuse(`ends ${beginningOf(name)}, which has not begun`);
  if (element.name !== name) throw refuse(`ends ${beginningOf(name)} where ${beginningOf(element.name)} must end`);
  parent.children.push(element);
}

function plain(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Makes the refusal of the line that is read, which may have text before the fault. */
type Refuse = (fault: string, before?: string) => S3Error;

function malformed(fault: string): S3Error {
  return new S3Error("MalformedXML", `The body cannot be read as XML: ${fault}.`);
}

function linesOf(text: string): number {
  return text.split("\n").length;
}

/** The sender's own text, without characters that an answer could not have. */
function beginningOf(text: string): string {
  return /^[<!?/]*[\w.:-]*/.exec(text.slice(0, LONGEST_SHOWN))?.[0] ?? "";
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
