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
  const made: string[] = [];
  const make = (name: string) => newMigration([name], folder, (path: string) => made.push(path));
  make("first");
  make("volume_description");
  expect(readdirSync(folder)).toEqual(["00000000000100_first", "00000000000200_volume_description"]);
  expect(made.at(-1)).toBe(join(folder, "00000000000200_volume_description", "migration.sql"));
  mkdirSync(join(folder, "20991231000000_dated"));
  make("again");
  expect(readdirSync(folder).toSorted().at(-1)).toBe("20991231000100_again");
});

test.each([[[]], [["a", "b"]], [["Volume"]], [["volume-description"]], [["a b"]], [["../a"]], [[""]], [["a__b"]]])(
  "%j is no name of a migration",
  (args) => {
    expect(() => newMigration(args, folder)).toThrow("npm run new-migration NAME");
    expect(readdirSync(folder)).toEqual([]);
  },
);
