/** The parts of a text that a person typed as a list: trimmed, without empty ones. */
export function partsOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
