/** For a name without letters and digits. */
const FALLBACK = "store";

/**
 * The URL-safe slug of a store's name: lower-case letters and digits, joined by single hyphens.
 */
export function storeKeyOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g);
  return words === null ? FALLBACK : words.join("-");
}

/** The key itself if it is free, else the first free one of `key-2`, `key-3` … */
export function firstFreeKey(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key;
  for (let number = 2; ; number++) {
    const numbered = `${key}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}
