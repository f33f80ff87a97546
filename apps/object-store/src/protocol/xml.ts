/** What is in an element: its text, or its children by their names, in their order. */
type XmlContent = string | number | boolean | XmlChildren;

/** A list is as many elements of the name; what is undefined is left out. */
export interface XmlChildren {
  readonly [name: string]: XmlContent | readonly XmlContent[] | undefined;
}

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** An XML document as S3 answers it. */
export function document(name: string, content: XmlContent): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(`${name} xmlns="${NAMESPACE}"`, content)}`;
}

/** An error's document, which has no namespace. */
export function errorDocument(content: XmlChildren): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("Error", content)}`;
}

/** @param tag the element's name, and its attributes */
function element(tag: string, content: XmlContent): string {
  const inner = typeof content === "object" ? children(content) : escaped(String(content));
  return `<${tag}>${inner}</${tag.split(" ", 1)[0]}>`;
}

function children(content: XmlChildren): string {
  const elements = Object.entries(content).flatMap(([tag, value = []]) =>
    [value].flat().map((each) => element(tag, each)),
  );
  return elements.join("");
}

/** Control characters, which keys may have, are written as references, as S3 does. */
function escaped(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return (
      ESCAPES[character] ??
      (code < 0x20 || code === 0x7f || code === 0xfffe || code === 0xffff ? `&#x${code.toString(16)};` : character)
    );
  }).join("");
}
