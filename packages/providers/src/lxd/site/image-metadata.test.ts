import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { imageMetadata } from "./image-metadata.ts";

const metadata = { architecture: "x86_64", createdAt: new Date("2026-01-01T00:00:00Z"), description: 'Debian "12"' };

test("tar can read the image metadata", () => {
  const text = execFileSync("tar", ["-xzOf", "-", "metadata.yaml"], {
    input: imageMetadata(metadata),
    encoding: "utf8",
  });
  expect(text).toBe('architecture: x86_64\ncreation_date: 1767225600\nproperties:\n  description: "Debian \\"12\\""\n');
});

test("the same metadata always gives the same bytes", () => {
  expect(imageMetadata(metadata).equals(imageMetadata(metadata))).toBe(true);
});
