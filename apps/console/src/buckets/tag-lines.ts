import { partsOf } from "../client/items.ts";

/** The tags of typed lines, each `key=value`. A line without `=` is a key with an empty value. */
export function tagsOf(text: string): Record<string, string> {
  const pairs = partsOf(text, "\n").map((line) => {
    const at = line.indexOf("=");
    return at < 0 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return Object.fromEntries(pairs);
}

export function tagLines(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map(([key, value]) => `${key}=${value}`)
    .join("\n");
}

/** Why tags cannot be edited as lines, or null if they can be. S3 clients may set any. */
export function tagLinesRefusal(tags: Readonly<Record<string, string>>): string | null {
  const same = Object.entries(tagsOf(tagLines(tags)));
  const kept = same.length === Object.keys(tags).length && same.every(([key, value]) => tags[key] === value);
  return kept ? null : "A tag contains a character that this form cannot hold; change it with an S3 client.";
}
