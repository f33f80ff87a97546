import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newMigration } from "./new-migration.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fulmar-migrations-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("each migration runs after all that are there, also after one with a date to come", () => {
  newMigration(["first"], folder);
  newMigration(["volume_description"], folder);
  expect(readdirSync(folder)).toEqual(["00000000000100_first", "00000000000200_volume_description"]);
  mkdirSync(join(folder, "20991231000000_dated"));
  newMigration(["again"], folder);
  expect(readdirSync(folder).toSorted().at(-1)).toBe("20991231000100_again");
});

test.each([[[]], [["a", "b"]], [["Volume"]], [["volume-description"]], [["a b"]], [["../a"]], [[""]], [["a__b"]]])(
  "%j is no name of a migration",
  (args) => {
    expect(() => newMigration(args, folder)).toThrow("npm run new-migration NAME");
    expect(readdirSync(folder)).toEqual([]);
  },
);
