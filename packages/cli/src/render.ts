import type { Answer } from "./command.ts";

/** An answer as one JSON document, or as a line of text for each of its fields. */
export function render(answer: Answer, json: boolean): string {
  if (json) return `${JSON.stringify(answer)}\n`;
  const fields = Object.entries(answer).filter(([, value]) => value !== null);
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${Array.isArray(value) ? value.join(", ") : String(value)}\n`).join("");
}
