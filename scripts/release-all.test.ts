import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const module = pathToFileURL(`${import.meta.dirname}/release-all.mjs`).href;

/** Releases resources that print their names, some of which fail, in a separate process. */
function release(held: string): { stdout: string; stderr: string } {
  const program = `
    const fine = (name) => ({ release: async () => console.log(name) });
    const failing = (name) => ({ release: async () => { console.log(name); throw new Error(name + " would not stop"); } });
    const { releaseAll } = await import(${JSON.stringify(module)});
    console.log(await releaseAll([${held}]));`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
}

test("a failing release is reported and the others are still released", () => {
  const { stdout, stderr } = release('fine("services"), failing("database"), fine("folder")');
  expect(stdout).toBe("services\ndatabase\nfolder\nfalse\n");
  expect(stderr).toContain("Error: database would not stop");
});

test("a successful release prints no error and returns true", () => {
  expect(release('fine("services"), fine("folder")')).toMatchObject({ stdout: "services\nfolder\ntrue\n", stderr: "" });
});
