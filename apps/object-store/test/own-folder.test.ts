// A database belongs to one folder of files. A store with another folder would lack the files, and forget them.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { loadConfiguration } from "@fulmar/config";
import { releaseObjectStore } from "@fulmar/core/operator";
import { openDatabase } from "@fulmar/prisma";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { buildObjectStore } from "../src/server.ts";
import { storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-other-"));
  folders.push(folder);
  return folder;
}

/** Starts another store on the same database, and ends it. */
async function start(dataDir: string): Promise<void> {
  const configuration = loadConfiguration({ ...fixture.environment, FULMAR_DATA_DIR: dataDir });
  const database = openDatabase(configuration.databaseUrl);
  try {
    const leaving = new AbortController().signal;
    const store = await buildObjectStore({ database, configuration, logger: pino({ level: "silent" }), leaving });
    await store.close();
  } finally {
    await database.close();
  }
}

test("the folder itself starts again, also where it has moved", async () => {
  await start(fixture.dataDir);
  const moved = emptyFolder();
  cpSync(join(fixture.dataDir, "objects"), join(moved, "objects"), { recursive: true });
  await start(moved);
  await start(fixture.dataDir);
});

test("another folder is refused and nothing is forgotten, until the operator releases the former one", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "hello" }));
  const other = emptyFolder();
  await expect(start(other)).rejects.toThrow(
    `The database belongs to the folder ${join(fixture.dataDir, "objects")} on `,
  );
  expect(await (await s3.send(new GetObjectCommand({ Bucket, Key: "a" }))).Body?.transformToString()).toBe("hello");
  await releaseObjectStore(fixture.database);
  await start(other);
  await expect(start(fixture.dataDir)).rejects.toThrow("The database belongs to the folder");
});

test("a database from before folders were recorded takes only a folder that has its files", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "hello" }));
  await fixture.database.pool.query("DELETE FROM object_store");
  await expect(start(emptyFolder())).rejects.toThrow("has none of the files that the database names");
  await start(fixture.dataDir);
});

test("a damaged file of the folder is told", async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "objects"), { recursive: true });
  writeFileSync(join(folder, "objects", "store-id"), "");
  await expect(start(folder)).rejects.toThrow("is damaged");
});
