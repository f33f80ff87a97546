// XML as libvirt writes it: UTF-8, no document type, no processing instructions but the declaration.

/** An element that may be changed. Text between elements that is only white space is left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  children: (XmlElement | string)[];
}

type Attributes = Readonly<Record<string, string | number | undefined>>;
type Child = XmlElement | string | number | undefined;

/** A new element. Undefined attributes and children are left out. */
export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): XmlElement {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as const],
  );
  return {
    name,
    attributes: new Map(given),
    children: children
      .filter((child) => child !== undefined)
      .map((child) => (typeof child === "number" ? String(child) : child)),
  };
}

/** The child elements of a name, or all. */
export function childrenOf({ children }: XmlElement, name?: string): XmlElement[] {
  return children.filter(
    (child): child is XmlElement => typeof child !== "string" && (name === undefined || child.name === name),
  );
}

/** The first element that a path of names leads to. */
export function find(from: XmlElement, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (at, name) => (at === undefined ? undefined : childrenOf(at, name)[0]),
    from,
  );
}

/** The text of the element that a path leads to. */
export function textAt(from: XmlElement, ...path: readonly string[]): string | undefined {
  return find(from, ...path)
    ?.children.filter((child) => typeof child === "string")
    .join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\t": "&#9;",
  "\r": "&#13;",
};
/** No document can have them, escaped or not (XML 1.0, 2.2). */
const IMPOSSIBLE = /(?![\t\n\r\u007f-\u009f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

/** The document of an element. Characters that XML cannot have become U+FFFD. */
export function writeXml({ name, attributes, children }: XmlElement): string {
  const given = Array.from(attributes, ([key, value]) => ` ${key}="${escaped(value)}"`).join("");
  if (children.length === 0) return `<${name}${given}/>`;
  const content = children.map((child) => (typeof child === "string" ? escaped(child) : writeXml(child))).join("");
  return `<${name}${given}>${content}</${name}>`;
}

function escaped(text: string): string {
  return text.replace(IMPOSSIBLE, "\ufffd").replace(/[&<>"'\n\t\r]/g, (character) => ESCAPES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, entity) => {
    if (entity !== undefined) return ENTITIES[entity] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal));
  });
}

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** @returns the root element @throws Error when the text is no such document */
export function readXml(text: string): XmlElement {
  const document = element("");
  const open = [document];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, data, closing, opening, attributes = "", empty, content] = match;
    end = match.index + whole.length;
    const parent = open.at(-1) ?? document;
    if (opening !== undefined) {
      const given = Array.from(attributes.matchAll(ATTRIBUTE), ([, key = "", double, single]) => {
        return [key, plain(double ?? single ?? "")] as const;
      });
      const child: XmlElement = { name: opening, attributes: new Map(given), children: [] };
      parent.children.push(child);
      if (empty === "") open.push(child);
    } else if (closing !== undefined) {
      if (open.length < 2 || parent.name !== closing) throw new Error(`<${parent.name}> ends with </${closing}>.`);
      open.pop();
    } else if (data !== undefined) parent.children.push(data);
    else if (content !== undefined && content.trim() !== "") parent.children.push(plain(content));
  }
  const [root, ...more] = document.children;
  if (end !== text.length || open.length !== 1 || typeof root !== "object" || more.length > 0)
    throw new Error("The text is no XML document of one element.");
  return root;
}
