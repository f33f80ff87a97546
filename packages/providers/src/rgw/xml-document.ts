// Writes the documents that the gateway takes. Elements are texts that are joined.

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** An element whose content are other elements. Undefined ones are left out. */
export function element(name: string, ...children: readonly (string | undefined)[]): string {
  return `<${name}>${children.join("")}</${name}>`;
}

/** The same. Undefined without any of the children. */
export function optionalElement(name: string, ...children: readonly (string | undefined)[]): string | undefined {
  return children.every((child) => child === undefined) ? undefined : element(name, ...children);
}

/** An element with a text. Undefined without a value. */
export function textElement(name: string, value: string | number | boolean | null): string | undefined {
  return value === null ? undefined : element(name, escaped(String(value)));
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
