import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../../src/migrate.ts";
import { hasPostgres } from "../binaries.ts";
import { startThrowawayDatabase, type ThrowawayDatabase } from "../throwaway-database.ts";
import { declaredStatements } from "./declared-statements.ts";

const isHere = hasPostgres(17);
if (!isHere) console.warn("There is no PostgreSQL 17 for this platform, so statements are not tried there.");

describe.skipIf(!isHere)("PostgreSQL 17", () => {
  let server: ThrowawayDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startThrowawayDatabase({ major: 17 });
    const url = new URL(server.url);
    url.pathname = "/oldest";
    await migrate(url.href);
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  test("prepares every statement", async () => {
    const failures: string[] = [];
    for (const { name, text } of await declaredStatements())
      await client.query(`PREPARE tried AS ${text}; DEALLOCATE tried`).catch((error: Error) => {
        failures.push(`${name}: ${error.message}`);
      });
    expect(failures).toEqual([]);
  });

  test("has ids that are ordered as they are made", async () => {
    const { rows } = await client.query<{ id: string; before: string | null }>(
      "SELECT id, lag(id) OVER (ORDER BY n) AS before FROM (SELECT n, uuidv7()::text AS id FROM generate_series(1, 5000) AS n) AS made",
    );
    for (const { id, before } of rows) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      // Those of one microsecond have no order, as their 60 bits of time are alike.
      if (before !== null) expect(id.slice(0, 18) >= before.slice(0, 18)).toBe(true);
    }
    const [last] = rows.slice(-1);
    expect(Math.abs(Number.parseInt(last?.id.replace("-", "").slice(0, 12) ?? "", 16) - Date.now())).toBeLessThan(
      600_000,
    );
  });
});
