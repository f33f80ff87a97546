import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ArchivedFile, tarOf } from "./tar-archive.ts";

async function bytesOf(...files: readonly ArchivedFile[]): Promise<Buffer> {
  async function* all() {
    yield* files;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of tarOf(all(), new Date("2026-11-21T00:00:00Z"))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("tar unpacks what was packed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-tar-"));
  const contents = { "root.tar.gz": Buffer.alloc(1_000, "r"), empty: Buffer.alloc(0), "manifest.json": Buffer.from("{}") };
  const files = Object.entries(contents).map(([name, content]) => ({ name, sizeBytes: content.length, content: [content] }));
  writeFileSync(join(folder, "archive.tar"), await bytesOf(...files));
  execFileSync("tar", ["xf", "archive.tar"], { cwd: folder });
  for (const [name, content] of Object.entries(contents)) expect(readFileSync(join(folder, name))).toEqual(content);
  rmSync(folder, { recursive: true });
});

test("more than 8 GiB is said in binary; a file that is shorter than it was said to be is refused", async () => {
  const large = tarOf(
    (async function* () {
      yield { name: "root", sizeBytes: 9 * 2 ** 30, content: [] };
    })(),
    new Date(0),
  );
  const { value } = await large.next();
  expect(Buffer.from(value ?? []).subarray(124, 136)).toEqual(Buffer.from("800000000000000240000000", "hex"));
  await expect(large.next()).rejects.toThrow("root has 0 bytes, and should have 9663676416");
});
