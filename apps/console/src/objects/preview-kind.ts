import type { StoredObject } from "@fulmar/contract";

/** Larger objects are not previewed. In bytes. */
const LARGEST = { image: 5_000_000, text: 256_000 } as const;

/** Text types other than `text/…`. */
const TEXT_TYPES =
  /^(text\/|application\/(json|xml|yaml|x-yaml|toml|javascript|x-sh|sql|x-ndjson)\b|[^;]+\+(json|xml)\b)/;
const TEXT_NAMES =
  /\.(txt|md|log|csv|tsv|json|ndjson|xml|ya?ml|toml|ini|conf|env|sh|sql|html?|css|m?[jt]sx?|py|go|rs|java|c|h|cpp|rb|php)$/i;
/** The types of uploads without a declared type. */
const UNSAID = new Set(["", "application/octet-stream", "binary/octet-stream"]);

/**
 * How to preview an object, or null if it cannot be previewed or is too large. An SVG is shown as an image, in which no
 * scripts run.
 */
export function previewKindOf({
  key,
  size,
  content_type,
}: Pick<StoredObject, "key" | "size" | "content_type">): "image" | "text" | null {
  const type = (content_type ?? "").toLowerCase();
  const kind = type.startsWith("image/")
    ? "image"
    : TEXT_TYPES.test(type) || (UNSAID.has(type) && TEXT_NAMES.test(key))
      ? "text"
      : null;
  return kind !== null && size !== null && size > 0 && size <= LARGEST[kind] ? kind : null;
}
