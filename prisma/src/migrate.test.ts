import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startThrowawayDatabase, type ThrowawayDatabase } from "../tools/throwaway-database.ts";
import { migrate } from "./migrate.ts";

let server: ThrowawayDatabase;
let folder: string;
let url: string;
let count = 0;

beforeAll(async () => {
  server = await startThrowawayDatabase({ inMemory: true });
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fulmar-migrations-"));
  const database = new URL(server.url);
  database.pathname = `/migrate_${++count}`;
  url = database.href;
  return () => rmSync(folder, { recursive: true });
});

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
}

async function tables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_%' ORDER BY 1",
  );
  await client.end();
  return rows.map((row) => row.name);
}

test("migrate creates the database and applies each migration once, in order", async () => {
  write("2_second", "ALTER TABLE first ADD COLUMN two int; CREATE TABLE second ()");
  write("1_first", "CREATE TABLE first ()");
  expect(await migrate(url, folder)).toEqual(["1_first", "2_second"]);
  expect(await migrate(url, folder)).toEqual([]);
  write("3_third", "CREATE TABLE third ()");
  expect(await migrate(url, folder)).toEqual(["3_third"]);
  expect(await tables()).toEqual(["first", "second", "third"]);
});

test("concurrent runs apply each migration once", async () => {
  write("1_first", "CREATE TABLE first ()");
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
  expect(applied.flat()).toEqual(["1_first"]);
});

test("a failing migration is rolled back and the ones before it stay", async () => {
  write("1_first", "CREATE TABLE first ()");
  write("2_second", "CREATE TABLE second (); SELECT nonsense");
  await expect(migrate(url, folder)).rejects.toThrow(/^Migration 2_second failed: column "nonsense" does not exist/);
  expect(await tables()).toEqual(["first"]);
});

test("a migration that meets requests in a deadlock is tried again, and in the end refused", async () => {
  // Sequences keep their values when a transaction is rolled back.
  const deadlocksUntil = (last: number) =>
    `DO $$ BEGIN IF nextval('tried') < ${last} THEN RAISE 'deadlock detected' USING ERRCODE = '40P01'; END IF; END $$`;
  write("1_first", "CREATE SEQUENCE tried; CREATE TABLE first ()");
  write("2_second", `CREATE TABLE second (); ${deadlocksUntil(3)}`);
  expect(await migrate(url, folder)).toEqual(["1_first", "2_second"]);
  expect(await tables()).toEqual(["first", "second"]);
  write("3_third", `CREATE TABLE third (); ${deadlocksUntil(1_000)}`);
  await expect(migrate(url, folder)).rejects.toThrow(/^Migration 3_third failed: deadlock detected/);
  expect(await tables()).toEqual(["first", "second"]);
});

test("a migration edited after it was applied is refused", async () => {
  write("1_first", "CREATE TABLE first ()");
  await migrate(url, folder);
  write("1_first", "CREATE TABLE other ()");
  await expect(migrate(url, folder)).rejects.toThrow("Migration 1_first was edited after it was applied");
});
