/** An element of an answer: its text, or its children in their order. Undefined children are left out. */
export type XmlContent = string | number | boolean | readonly XmlChild[];
export type XmlChild = readonly [name: string, content: XmlContent] | undefined;

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** An XML document as S3 answers it. */
export function document(name: string, content: readonly XmlChild[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">${children(content)}</${name}>`;
}

/** An error's document, which has no namespace. */
export function errorDocument(content: readonly XmlChild[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${children(content)}</Error>`;
}

function children(content: readonly XmlChild[]): string {
  return content.map((child) => (child === undefined ? "" : element(...child))).join("");
}

function element(name: string, content: XmlContent): string {
  const inner = typeof content === "object" ? children(content) : escaped(String(content));
  // An attribute, where a name is written with one.
  return `<${name}>${inner}</${name.split(" ", 1)[0]}>`;
}

/** Control characters, which keys may have, are written as references, as S3 does. */
function escaped(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return ESCAPES[character] ?? (code < 0x20 || code === 0x7f || code === 0xfffe || code === 0xffff ? `&#x${code.toString(16)};` : character);
  }).join("");
}
