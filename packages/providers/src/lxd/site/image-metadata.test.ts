import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { imageMetadata } from "./image-metadata.ts";

const metadata = { architecture: "x86_64", createdAt: new Date("2026-01-01T00:00:00Z"), description: 'Debian "12"' };

test("tar can read it", () => {
  const text = execFileSync("tar", ["-xzOf", "-", "metadata.yaml"], {
    input: imageMetadata(metadata),
    encoding: "utf8",
  });
  expect(text).toBe('architecture: x86_64\ncreation_date: 1767225600\nproperties:\n  description: "Debian \\"12\\""\n');
});

test("made again, it is the same: an image is known by what it is made of", () => {
  expect(imageMetadata(metadata).equals(imageMetadata(metadata))).toBe(true);
});
