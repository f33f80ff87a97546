// `npm run new-migration NAME`: a folder for a migration that runs after all that are there.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "./project.mjs";

const USE = "Use: npm run new-migration NAME, where the name is words in lower case: volume_description";

/**
 * @param tell takes the path of the new file
 * @returns the exit code
 */
export function newMigration(args, folder = inProject("prisma/migrations"), tell = console.log) {
  const [name = ""] = args;
  if (args.length !== 1 || !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) throw new Error(USE);
  const path = join(folder, `${nextNumber(readdirSync(folder))}_${name}`);
  mkdirSync(path);
  writeFileSync(join(path, "migration.sql"), "");
  tell(`${path}/migration.sql`);
  return 0;
}

/**
 * Migrations run in the order of their numbers, which look like times because Prisma names them so. They are none: the
 * next number follows the last, whatever the date is.
 */
export function nextNumber(names) {
  const numbers = names.flatMap((name) => /^(\d{14})_/.exec(name)?.[1] ?? []);
  return String(numbers.reduce((last, number) => (BigInt(number) > last ? BigInt(number) : last), 0n) + 100n).padStart(
    14,
    "0",
  );
}
