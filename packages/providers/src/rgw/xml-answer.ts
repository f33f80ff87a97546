// Reads the gateway's own answers in XML. They have neither attributes that matter nor CDATA, elements of one name
// never contain each other, and keys in them are percent-encoded, as asked for by `encoding-type=url`. What strangers
// send is read by the object store's own, stricter reader.

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The contents of all elements of a name, in their order, as they stand in the text. */
export function elementsOf(xml: string, name: string): string[] {
  return Array.from(
    xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, "gs")),
    ([, content = ""]) => content,
  );
}

/** The text of the first element of a name. Undefined if there is none. */
export function textOf(xml: string, name: string): string | undefined {
  return elementsOf(xml, name)[0]?.replace(/&(\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole);
}

/** The same, of an element that has to be there. @throws Error */
export function requiredText(xml: string, name: string): string {
  const text = textOf(xml, name);
  if (text === undefined) throw new Error(`the gateway's answer has no ${name}`);
  return text;
}

/** A percent-encoded text. */
export function decodedText(xml: string, name: string): string {
  return decodeURIComponent(requiredText(xml, name).replaceAll("+", "%20"));
}
