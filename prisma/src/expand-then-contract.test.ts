// While a release is rolled out, processes of the release before it run on the new schema. A migration therefore only
// adds (expand). What it replaces goes in a later release, when nothing uses it any more (contract). A migration that
// removes something says in a comment since which migration nothing has used it: `-- Unused since 20261221000000: …`.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const MIGRATIONS = join(import.meta.dirname, "../migrations");
/** Earlier migrations landed before there was an upgrade without a stop. */
const FIRST = "20261220000000";
const UNUSED = /^-- Unused since (\d{14}): \S/m;

/** Changes that break the release before, and why. */
const BREAKS = [
  [/\bDROP (TABLE|VIEW|MATERIALIZED VIEW|TYPE|FUNCTION|COLUMN|SCHEMA)\b/i, "removes what the release before may use"],
  [/\bRENAME (TO|COLUMN|CONSTRAINT|VALUE)\b/i, "renames what the release before knows by its name"],
  [/\bALTER COLUMN "?\w+"? (SET DATA )?TYPE\b/i, "changes a type that the release before reads"],
  [/\bALTER COLUMN "?\w+"? SET NOT NULL\b/i, "demands a value that the release before may not write"],
  [/\bALTER COLUMN "?\w+"? DROP DEFAULT\b/i, "demands a value that the release before may not write"],
  [
    /\bADD COLUMN "?\w+"? (?:(?!,|;|\bDEFAULT\b|\bGENERATED\b)[\s\S])*\bNOT NULL\b(?:(?!,|;|\bDEFAULT\b|\bGENERATED\b)[\s\S])*(?:,|;|$)/i,
    "demands a value that the release before does not write",
  ],
] as const;

/** The parts of a migration that would break the release before. The bodies of functions run later. */
function breaks(sql: string): string[] {
  const statements = sql.replaceAll(/--.*$/gm, "").replaceAll(/\$\$[\s\S]*?\$\$/g, "");
  return BREAKS.flatMap(([pattern, why]) => {
    const found = pattern.exec(statements)?.[0];
    return found === undefined ? [] : [`${found.replaceAll(/\s+/g, " ")}: ${why}`];
  });
}

const migrations = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name.slice(0, 14) >= FIRST)
  .map(({ name }) => ({ name, sql: readFileSync(join(MIGRATIONS, name, "migration.sql"), "utf8") }));

test.each(migrations)("$name leaves the release before running", ({ name, sql }) => {
  const since = UNUSED.exec(sql)?.[1];
  if (since === undefined) expect(breaks(sql)).toEqual([]);
  else
    expect(since < name.slice(0, 14), `${name} says that its parts are unused since a migration before it`).toBe(true);
});

test.each([
  'ALTER TABLE "vm" DROP COLUMN "note";',
  "DROP TABLE vm;",
  'ALTER TABLE "vm" RENAME COLUMN "note" TO "text";',
  'ALTER TABLE "vm" ALTER COLUMN "note" TYPE bigint;',
  'ALTER TABLE "vm" ALTER COLUMN "note" SET NOT NULL;',
  'ALTER TABLE "vm" ADD COLUMN "note" TEXT NOT NULL;',
  'ALTER TABLE "vm" ADD COLUMN "a" TEXT, ADD COLUMN "note" TEXT NOT NULL CHECK (length("note") > 0), ADD COLUMN "b" TEXT;',
])("%s breaks it", (sql) => {
  expect(breaks(sql)).toHaveLength(1);
});

test.each([
  'ALTER TABLE "vm" ADD COLUMN "note" TEXT NOT NULL DEFAULT \'\';',
  'ALTER TABLE "vm" ADD COLUMN "note" TEXT DEFAULT \'\' NOT NULL;',
  'ALTER TABLE "vm" ADD COLUMN "note" TEXT;',
  'ALTER TABLE "vm" ADD COLUMN "half" INTEGER NOT NULL GENERATED ALWAYS AS ("size" / 2) STORED;',
  'CREATE TABLE "note" ("text" TEXT NOT NULL);',
  "-- DROP TABLE vm;",
  "CREATE FUNCTION tidy() RETURNS void LANGUAGE sql AS $$ DROP TABLE day $$;",
])("%s does not", (sql) => {
  expect(breaks(sql)).toEqual([]);
});
