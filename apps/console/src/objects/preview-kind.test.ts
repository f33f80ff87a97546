import { expect, test } from "vitest";
import { previewKindOf } from "./preview-kind.ts";

test.each([
  ["cat.jpg", "image/jpeg", 5_000_000, "image"],
  ["cat.jpg", "image/jpeg", 5_000_001, null],
  ["logo.svg", "image/svg+xml", 900, "image"],
  ["a", "text/plain; charset=utf-8", 256_000, "text"],
  ["a", "text/plain", 256_001, null],
  ["a", "application/json", 2, "text"],
  ["a", "application/ld+json", 2, "text"],
  ["a.yaml", "application/octet-stream", 2, "text"],
  ["a.yaml", null, 2, "text"],
  ["a.zip", "application/octet-stream", 2, null],
  ["a.txt", "application/zip", 2, null],
  ["empty.txt", "text/plain", 0, null],
])("the preview of %s with type %s and %d bytes is %s", (key, content_type, size, kind) => {
  expect(previewKindOf({ key, content_type, size })).toBe(kind);
});
