import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let checkout: string;

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), "fulmar-checkout-"));
  cpSync(import.meta.dirname, join(checkout, "scripts"), {
    recursive: true,
    filter: (path) => !path.endsWith("node_modules"),
  });
});
afterAll(() => rmSync(checkout, { recursive: true }));

/** The files of the tasks: what run.mjs imports when one begins. */
const run = readFileSync(join(import.meta.dirname, "run.mjs"), "utf8");
const tasks = new Set(Array.from(run.matchAll(/import\("\.\/([^"]+)"\)/g), ([, file]) => file));

/** A task installs the packages itself, so its file must not need any of them to be loaded. */
test.each([...tasks])("%s loads before the packages are installed", (file) => {
  expect(execFileSync(process.execPath, ["-e", `import("./scripts/${file}")`], { cwd: checkout }).toString()).toBe("");
});
