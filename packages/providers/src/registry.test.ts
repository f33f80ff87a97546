// The next kind of provider is a folder and a line of the registry: core and the commands name none.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kindOf, PROVIDER_KINDS } from "./registry.ts";

const PACKAGES = join(import.meta.dirname, "../..");

test.each(Object.entries(PROVIDER_KINDS))("core and admin do not name %s, but for its page", (name, { page }) => {
  const files = globSync("{core,admin}/src/**/*.ts", { cwd: PACKAGES }).filter((file) => !file.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(100);
  const naming = files.filter((file) =>
    readFileSync(join(PACKAGES, file), "utf8").replaceAll(page, "").toLowerCase().includes(name),
  );
  expect(naming).toEqual([]);
});

test.each(Object.values(PROVIDER_KINDS))("every option of $server has help", ({ options, help }) => {
  expect(Object.keys(help)).toEqual(["endpoint", ...Object.keys(options.shape)]);
});

test("a provider's kind stands before its colon", () => {
  expect(kindOf("lxd:site_a")).toBe(PROVIDER_KINDS.lxd);
  expect(() => kindOf("xen:site_a")).toThrow('There is no kind of provider "xen".');
});
