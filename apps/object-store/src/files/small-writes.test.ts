import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SmallWrites } from "./small-writes.ts";

test("files that come together each get their bytes and both names, or their own failure", async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-small-writes-"));
  const writes = new SmallWrites();
  onTestFinished(async () => {
    await writes.close();
    rmSync(folder, { recursive: true });
  });
  const names = Array.from({ length: 20 }, (_, index) => `file-${index}`);
  const write = (name: string, to = folder) =>
    writes.write(join(folder, `incoming-${name}`), join(to, name), Buffer.from(`the bytes of ${name}`));
  const outcomes = await Promise.allSettled([
    ...names.map((name) => write(name)),
    write("file-0"),
    write("lost", join(folder, "missing")),
    writes.write(join(folder, "incoming-empty"), join(folder, "empty"), new Uint8Array()),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...names.map(() => "fulfilled"),
    ...["rejected", "rejected", "fulfilled"],
  ]);
  expect(outcomes[20]).toMatchObject({ reason: { code: "EEXIST" } });
  expect(outcomes[21]).toMatchObject({ reason: { code: "ENOENT" } });
  for (const name of names)
    for (const path of [name, `incoming-${name}`])
      expect(readFileSync(join(folder, path), "utf8")).toBe(`the bytes of ${name}`);

  await Promise.all(
    [...names, "empty", "lost", "absent"].map((name) => writes.remove(join(folder, `incoming-${name}`))),
  );
  expect(new Set(readdirSync(folder))).toEqual(new Set([...names, "empty"]));
  await expect(writes.remove(folder)).rejects.toMatchObject({ code: expect.stringMatching(/EISDIR|EPERM/) });
});
