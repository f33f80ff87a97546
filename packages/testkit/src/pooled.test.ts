import { type Database, migrate, openDatabase } from "@fulmar/prisma";
import { needs } from "@fulmar/prisma/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PgBouncer, pgBouncerPath } from "./pgbouncer.ts";
import { testStatements } from "./statements.ts";
import { createTestDatabase, processUrl, type TestDatabase } from "./test-database.ts";

const isHere = pgBouncerPath() !== undefined;

describe("through PgBouncer in transaction mode", needs("PgBouncer", isHere), () => {
  let pooler: PgBouncer;
  let testDatabase: TestDatabase;
  const opened: Database[] = [];

  beforeAll(async () => {
    pooler = await PgBouncer.start({ connections: 2 });
    testDatabase = await createTestDatabase();
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
    await pooler.stop();
    await testDatabase.drop();
  });

  /** Reaches the database by more connections than the pooler has. */
  function open(prepares: boolean): Database {
    const database = openDatabase(pooler.through(testDatabase.url), {
      ...{ max: 6, program: "test", listenUrl: testDatabase.url, prepares },
    });
    opened.push(database);
    return database;
  }

  /** Lookups, transactions and Prisma's queries abreast, of which each has a name. */
  async function workAbreast({ sql, prisma, transaction }: Database): Promise<void> {
    for (let round = 0; round < 20; round++) {
      await Promise.all([
        ...Array.from({ length: 8 }, () => sql.query(testStatements.who, { number: 1 })),
        ...Array.from({ length: 8 }, () => transaction(async (unit) => unit.sql.query(testStatements.pid))),
        ...Array.from({ length: 8 }, () => prisma.workspace.count()),
      ]);
    }
  }

  test("statements without names run on any connection", async () => {
    await workAbreast(open(false));
  });

  test("prepared statements run on any connection, where PgBouncer keeps them", async ({ skip }) => {
    skip(!pooler.keepsStatements, "PgBouncer 1.21 or later");
    await workAbreast(open(true));
  });

  test("a notification is heard, because LISTEN goes to the server itself", async () => {
    const database = open(false);
    const heard: string[] = [];
    const stop = new AbortController();
    const listening = ["one", "two"].map((channel) =>
      database.listen(channel, (payload) => heard.push(`${channel} ${payload}`), fail, stop.signal),
    );
    await expect.poll(() => new Set(heard)).toEqual(new Set(["one ", "two "]));
    await database.pool.query("SELECT pg_notify('one', 'a'), pg_notify('two', 'b')");
    await expect.poll(() => new Set(heard.slice(2))).toEqual(new Set(["one a", "two b"]));
    stop.abort();
    await Promise.all(listening);
  });

  test("operators see the process at its own connection alone", async () => {
    const database = open(false);
    const stop = new AbortController();
    const heard = Promise.withResolvers<string>();
    const listening = database.listen("three", heard.resolve, fail, stop.signal);
    await heard.promise;
    await database.pool.query("SELECT");
    const { rows } = await testDatabase.database.pool.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database()
         AND application_name LIKE 'fulmar-%' ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name.replace(/\S+:\d+$/, "host"))).toEqual(
      expect.arrayContaining(["fulmar-test", "fulmar-test host"]),
    );
    stop.abort();
    await listening;
  });

  test("migrations run at the same time, each once", async () => {
    const url = pooler.through(testDatabase.url);
    expect(await Promise.all([migrate(url), migrate(url), migrate(url)])).toEqual([[], [], []]);
  });

  test("a change sees its own workspace on whatever connection it has", async () => {
    const database = openDatabase(pooler.through(processUrl(testDatabase.url, "fulmar_request")), {
      ...{ max: 6, prepares: pooler.keepsStatements },
    });
    opened.push(database);
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        database.transaction(async ({ sql }) => (await sql.query(testStatements.role))[0]?.workspace, {
          workspaceId: BigInt(index),
        }),
      ),
    );
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => String(index)));
    const [outside] = await database.sql.query(testStatements.role);
    expect(outside?.workspace).toBeNull();
  });
});

function fail(error: Error): never {
  throw error;
}
