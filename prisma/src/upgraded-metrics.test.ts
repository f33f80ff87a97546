// An installation keeps its samples when it is upgraded to packed hours (docs/adr/0093), and workers of the release
// before go on writing.
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startThrowawayDatabase, type ThrowawayDatabase } from "../tools/throwaway-database.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = join(import.meta.dirname, "../migrations");
const FIRST_OF_HOURS = "20261226000000";

let server: ThrowawayDatabase;
let client: pg.Client;
let before: string;
let count = 0;
beforeAll(async () => {
  server = await startThrowawayDatabase({ inMemory: true });
  before = mkdtempSync(join(tmpdir(), "fulmar-migrations-"));
  for (const name of readdirSync(MIGRATIONS))
    if (name < FIRST_OF_HOURS) cpSync(join(MIGRATIONS, name), join(before, name), { recursive: true });
  await migrate(urlOf("upgraded"), before);
  client = await connected("upgraded");
  await write("before", "now()");
  await migrate(urlOf("upgraded"));
  await client.end();
});
beforeEach(async () => {
  const name = `upgraded_${++count}`;
  const administrator = await connected("postgres");
  await administrator.query(`CREATE DATABASE ${name} TEMPLATE upgraded`);
  await administrator.end();
  client = await connected(name);
});
afterEach(() => client.end());
afterAll(async () => {
  await server.stop();
  rmSync(before, { recursive: true });
});

function urlOf(database: string): string {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return url.href;
}

async function connected(database: string): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: urlOf(database) });
  await opened.connect();
  return opened;
}

/** As a worker of the release before. */
async function write(vmId: string, at: string): Promise<void> {
  await client.query(
    `INSERT INTO vm_metric (workspace_id, vm_id, minute, read_at, cpu_percent, memory_percent, read_bytes, write_bytes,
                            rx_bytes, tx_bytes, gpus)
     VALUES (1, $1, date_trunc('minute', ${at}), ${at}, 1, 1, 0, 0, 0, 0, NULL) ON CONFLICT DO NOTHING`,
    [vmId],
  );
}

const samplesOf = async (vmId: string) =>
  (await client.query("SELECT minute FROM vm_metric WHERE vm_id = $1", [vmId])).rows.length;

test("samples from before stay, and nothing packs or drops them before they expire", async () => {
  expect(await samplesOf("before")).toBeGreaterThan(0);
  await client.query("SELECT keep_metric_days(30)");
  const { rows } = await client.query("SELECT pack_metrics(0) AS packed");
  expect(rows).toEqual([{ packed: null }]);
  expect(await samplesOf("before")).toBeGreaterThan(0);
});

test("workers of the release before write for three days as they did, and then into hours", async () => {
  await client.query("SELECT keep_metric_days(30)");
  await write("after", "now()");
  await write("after", "now() + interval '1 day'");
  expect(await samplesOf("after")).toBe(2);
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'metric_part'");
  expect(rows).toEqual([]);
  // As if the days were over.
  await client.query(`DO $$ DECLARE part regclass; BEGIN
    FOR part IN SELECT c.oid FROM pg_class c
    WHERE c.relnamespace = 'vm_metric_day'::regnamespace AND c.relkind = 'r' LOOP
      EXECUTE format('DROP TABLE %s', part);
    END LOOP; END $$`);
  await client.query("SELECT keep_metric_days(30)");
  await write("later", "now()");
  await write("later", "now() + interval '1 hour'");
  expect(await samplesOf("later")).toBe(2);
});
