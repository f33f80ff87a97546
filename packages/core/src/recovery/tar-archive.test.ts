import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ArchivedFile, tarOf } from "./tar-archive.ts";

async function bytesOf(...files: readonly ArchivedFile[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of tarOf(listed(...files), new Date("2026-11-21T00:00:00Z"))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("tar unpacks the archive", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-tar-"));
  const contents = {
    "root.tar.gz": Buffer.alloc(1_000, "r"),
    empty: Buffer.alloc(0),
    "manifest.json": Buffer.from("{}"),
  };
  const files = Object.entries(contents).map(([name, content]) => ({
    name,
    sizeBytes: content.length,
    content: [content],
  }));
  writeFileSync(join(folder, "archive.tar"), await bytesOf(...files));
  execFileSync("tar", ["xf", "archive.tar"], { cwd: folder });
  for (const [name, content] of Object.entries(contents)) expect(readFileSync(join(folder, name))).toEqual(content);
  rmSync(folder, { recursive: true });
});

test("a file shorter than its declared size is refused", async () => {
  await expect(bytesOf({ name: "root", sizeBytes: 9, content: [Buffer.alloc(8)] })).rejects.toThrow(
    'Size mismatch for "root"',
  );
});

test("sizes beyond 8 GiB are readable, and a reader that stops closes the source", async () => {
  let closed = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      closed = true;
    }
  }
  const begun: Uint8Array[] = [];
  for await (const chunk of tarOf(listed({ name: "root", sizeBytes: 9 * 2 ** 30, content: endless() }), new Date(0))) {
    if (begun.push(chunk) > 5) break;
  }
  expect(closed).toBe(true);
  expect(spawnSync("tar", ["tvf", "-"], { input: Buffer.concat(begun), encoding: "utf8" }).stdout).toContain(
    "9663676416",
  );
});

async function* listed(...files: readonly ArchivedFile[]) {
  yield* files;
}
