import type { ResourceKind, SiteResource } from "@fulmar/providers";
import { describe, expect, test } from "vitest";
import { ADOPTED_TABLES, adoptedRows, keyColumns } from "../../src/restore/adopted-rows.ts";
import { RECORDED } from "../../src/site/site-records.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();

/**
 * The other tables that recorded rows refer to. They belong to the operator, or are workspaces, which are never
 * inserted again.
 */
const NOT_RECORDED = ["workspace", "site", "plan", "image"];

async function columnsOf(table: string): Promise<{ column_name: string; required: boolean }[]> {
  const { rows } = await fixture.world.database.pool.query(
    `SELECT column_name, is_nullable = 'NO' AND column_default IS NULL AND is_generated = 'NEVER'
        AND is_identity = 'NO' AS required
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  );
  return rows;
}

describe.each(Object.entries(RECORDED))("the record of a row of %s", (table, { key, leftOut }) => {
  test("omits only existing columns, and none that a row requires", async () => {
    const columns = await columnsOf(table);
    expect(columns.map(({ column_name }) => column_name)).toEqual(expect.arrayContaining([...key, ...leftOut]));
    const required = columns.filter((column) => column.required).map(({ column_name }) => column_name);
    expect(required.filter((column) => leftOut.some((left) => left === column))).toEqual([]);
  });

  test("refers only to tables that are recorded too", async () => {
    const { rows } = await fixture.world.database.pool.query<{ referenced: string }>(
      `SELECT DISTINCT confrelid::regclass::text AS referenced FROM pg_constraint WHERE contype = 'f'
         AND conrelid = $1::regclass
         AND NOT EXISTS (SELECT FROM pg_attribute a
                          WHERE a.attrelid = conrelid AND a.attnum = ANY (conkey) AND a.attname = ANY ($2))`,
      [table, leftOut],
    );
    const known = [...Object.keys(RECORDED), ...NOT_RECORDED];
    expect(rows.map(({ referenced }) => referenced).filter((referenced) => !known.includes(referenced))).toEqual([]);
  });
});

test("tables are adopted in an order that satisfies their foreign keys", async () => {
  const { rows } = await fixture.world.database.pool.query<{ referring: string; referenced: string }>(
    `SELECT conrelid::regclass::text AS referring, confrelid::regclass::text AS referenced FROM pg_constraint
      WHERE contype = 'f' AND conrelid <> confrelid AND conrelid::regclass::text = ANY ($1)
        AND confrelid::regclass::text = ANY ($1)`,
    [ADOPTED_TABLES],
  );
  expect(rows.filter(({ referring, referenced }) => placeOf(referring) < placeOf(referenced))).toEqual([]);
});

function placeOf(table: string): number {
  return ADOPTED_TABLES.findIndex((candidate) => candidate === table);
}

test.each(["vm", "volume"] satisfies ResourceKind[])(
  "a %s without a record gets every required column",
  async (kind) => {
    const now = new Date();
    const described: SiteResource = {
      ...{ kind, id: "id", name: null, size: null, madeAt: null, record: null },
      instance: {
        power: "running",
        planId: null,
        templateId: "debian-13",
        cpu: 1,
        ramMb: 1024,
        diskGb: 20,
        privateIp: null,
      },
      volume: {
        sizeGb: 1,
        attachedVmId: null,
        devicePath: null,
        snapshots: [{ snapshotId: "snap", sizeGb: 1, storedBytes: null, madeAt: null }],
      },
    };
    const plans = [{ plan_id: "plan-nano", type: "cloud", gpu_model: null, gpu_count: 0 }];
    const images = [{ template_id: "debian-13", os_type: "linux", os_distro: "debian" }];
    const rows = adoptedRows(described, {
      siteId: "site-ams-1",
      workspaceId: 1n,
      planId: "plan-nano",
      plans,
      images,
      inRescue: new Set(),
      now,
    });
    for (const [table, [row]] of Object.entries(rows)) {
      const required = (await columnsOf(table))
        .filter((column) => column.required)
        .map(({ column_name }) => column_name);
      expect(Object.keys(row ?? {})).toEqual(
        expect.arrayContaining(required.filter((column) => column !== "workspace_id")),
      );
    }
  },
);

test("every adopted table has key columns that exist", async () => {
  for (const table of ADOPTED_TABLES) {
    const columns = (await columnsOf(table)).map(({ column_name }) => column_name);
    expect(keyColumns(table), table).not.toHaveLength(0);
    expect(columns, table).toEqual(expect.arrayContaining([...keyColumns(table)]));
  }
});
