import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tryLock } from "./file-lock.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fulmar-lock-"));
  path = join(folder, "file.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("an exclusive lock keeps all others out until it is released", () => {
  const holder = tryLock(path, "exclusive");
  expect(tryLock(path, "exclusive")).toBeUndefined();
  expect(tryLock(path, "shared")).toBeUndefined();
  holder?.release();
  expect(tryLock(path, "shared")).toBeDefined();
});

test("shared locks coexist and keep an exclusive one out", () => {
  const holders = [tryLock(path, "shared"), tryLock(path, "shared")];
  expect(tryLock(path, "exclusive")).toBeUndefined();
  for (const holder of holders) holder?.release();
  expect(tryLock(path, "exclusive")).toBeDefined();
});

test("a lock ends with its process, even by SIGKILL", async () => {
  const program = `import { tryLock } from ${JSON.stringify(join(import.meta.dirname, "file-lock.ts"))};
    globalThis.lock = tryLock(process.argv[1], "exclusive");
    process.stdout.write("held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  expect(tryLock(path, "exclusive")).toBeUndefined();
  child.kill("SIGKILL");
  await once(child, "exit");
  await vi.waitFor(() => expect(tryLock(path, "exclusive")).toBeDefined());
});
