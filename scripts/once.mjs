import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inProject } from "./project.mjs";

/**
 * Runs the work unless it was done with the same input files. `stamp` is stored with its results, so that deleting them
 * repeats the work.
 */
export async function once(stamp, inputs, work) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch} ${process.version}`);
  for (const file of inputs.flatMap(filesOf).sort())
    hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  const current = hash.digest("hex");
  const path = inProject(stamp);
  if (existsSync(path) && readFileSync(path, "utf8") === current) return;
  await work();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, current);
}

function filesOf(path) {
  const full = inProject(path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [full];
  return readdirSync(full, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
