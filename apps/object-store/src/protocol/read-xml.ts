import { S3Error } from "./s3-error.ts";

/** An element of a request's document. Attributes and namespaces say nothing that is needed here. */
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
  /<\?[^>]*\?>|<!--[\s\S]*?-->|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const DEEPEST = 8;

/**
 * Reads a small document. It knows no document types and so no entities of a sender's own. @throws S3Error MalformedXML
 */
export function readXml(text: string): XmlElement {
  const root: Open = { name: "", children: [], text: "" };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) throw malformed();
    const [, closing, name, , selfClosing, characters] = match;
    if (characters !== undefined) addText(open.at(-1) ?? root, characters);
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

/** The text of an element's child; undefined without one. */
export function textOf(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

function addText(element: Open, characters: string) {
  element.text += characters.replace(
    /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w+));|&/g,
    (_, decimal?: string, hexadecimal?: string, name?: string) => {
      const code =
        decimal === undefined
          ? hexadecimal === undefined
            ? undefined
            : Number.parseInt(hexadecimal, 16)
          : Number(decimal);
      if (code !== undefined && code <= 0x10ffff) return String.fromCodePoint(code);
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
