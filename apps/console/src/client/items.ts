/** Splits typed text into parts, trimmed and without empty ones. */
export function partsOf(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The list with one item moved up (`by` -1) or down (1). */
export function moved<Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] {
  const [item, rest] = [items[index], items.filter((_, other) => other !== index)];
  return item === undefined ? [...items] : rest.toSpliced(index + by, 0, item);
}
