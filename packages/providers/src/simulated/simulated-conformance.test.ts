// The conformance tests against the simulated provider.
import { createTestDatabase } from "@fulmar/testkit";
import { describe } from "vitest";
import { adoptionConformance } from "../conformance/adoption-conformance.ts";
import { computeConformance } from "../conformance/compute-conformance.ts";
import { copyConformance } from "../conformance/copy-conformance.ts";
import { hostConformance } from "../conformance/host-conformance.ts";
import { imageConformance } from "../conformance/image-conformance.ts";
import { inventoryConformance } from "../conformance/inventory-conformance.ts";
import { metadataConformance } from "../conformance/metadata-conformance.ts";
import { networkConformance } from "../conformance/network-conformance.ts";
import type { ProviderFixture } from "../conformance/provider-fixture.ts";
import { recoveryConformance } from "../conformance/recovery-conformance.ts";
import { rootDiskConformance } from "../conformance/root-disk-conformance.ts";
import { volumeConformance } from "../conformance/volume-conformance.ts";
import { simulatedProvider } from "./simulated-provider.ts";

/**
 * Simulated instances have no file systems. Their files are stored in a table beside them. A boot is told from the next
 * by its microseconds, because both can be in one millisecond, which is as much as a Date holds.
 */
async function open(world?: string): Promise<ProviderFixture> {
  const testDatabase = await createTestDatabase();
  const { pool, sql } = testDatabase.database;
  return {
    provider: simulatedProvider(sql, world),
    images: ["debian-13", "alpine-3.22"],
    async bootOf(vmId) {
      const { rows } = await pool.query<{ boot: string }>(
        "SELECT started_at::text AS boot FROM simulated.instance WHERE vm_id = $1",
        [vmId],
      );
      return String(rows[0]?.boot);
    },
    async mark(vmId, text) {
      const update = `UPDATE simulated.instance SET configuration = configuration || jsonb_build_object('mark', $2::text)
           WHERE vm_id = $1`;
      await pool.query(update, [vmId, text]);
    },
    async markOf(vmId) {
      const { rows } = await pool.query<{ mark: string | null }>(
        "SELECT configuration->>'mark' AS mark FROM simulated.instance WHERE vm_id = $1",
        [vmId],
      );
      return rows[0]?.mark ?? null;
    },
    async write(_vmId, { volumeId }, text) {
      const upsert = `INSERT INTO simulated.disk (volume_id, content) VALUES ($1, $2) ON CONFLICT (volume_id) DO UPDATE
           SET content = excluded.content`;
      await pool.query(upsert, [volumeId, text]);
    },
    async read(_vmId, { volumeId }) {
      const { rows } = await pool.query<{ content: string }>(
        "SELECT content FROM simulated.disk WHERE volume_id = $1",
        [volumeId],
      );
      return rows[0]?.content ?? null;
    },
    byHand: {
      async make(machine, volume) {
        await pool.query(
          `INSERT INTO simulated.stranger (name, cpu, ram_mb, disk_gb, power, started_at)
             VALUES ($1, 1, 512, 4, 'running', clock_timestamp())`,
          [machine],
        );
        await pool.query("INSERT INTO simulated.stranger_volume (name, size_gb, machine) VALUES ($1, 1, $2)", [
          volume,
          machine,
        ]);
      },
      async bootOf(machine) {
        const { rows } = await pool.query<{ boot: string }>(
          `SELECT started_at::text AS boot FROM simulated.stranger WHERE name = $1 UNION ALL
             SELECT started_at::text FROM simulated.instance WHERE record ->> 'machine' = $1`,
          [machine],
        );
        return String(rows[0]?.boot);
      },
      async write(machine, volume, text) {
        if (volume === null)
          await pool.query("UPDATE simulated.stranger SET content = $2 WHERE name = $1", [machine, text]);
        else await pool.query("UPDATE simulated.stranger_volume SET content = $2 WHERE name = $1", [volume, text]);
        const adopted =
          volume === null
            ? "root_of_vm_id = (SELECT vm_id FROM simulated.instance"
            : "data_volume_id = (SELECT volume_id FROM simulated.volume";
        await pool.query(`UPDATE simulated.disk SET content = $2 WHERE ${adopted} WHERE record ->> 'machine' = $1)`, [
          volume ?? machine,
          text,
        ]);
      },
      async read(machine, volume) {
        const [table, id, disk] =
          volume === null
            ? ["stranger", "instance", "root_of_vm_id = vm_id"]
            : ["stranger_volume", "volume", "data_volume_id = v.volume_id"];
        const { rows } = await pool.query<{ content: string }>(
          `SELECT content FROM simulated.${table} WHERE name = $1 UNION ALL SELECT d.content FROM simulated.${id} v
             JOIN simulated.disk d ON ${disk} WHERE v.record ->> 'machine' = $1`,
          [volume ?? machine],
        );
        return rows[0]?.content ?? null;
      },
      async remove(machine, volume) {
        await pool.query("DELETE FROM simulated.stranger_volume WHERE name = $1", [volume]);
        await pool.query("DELETE FROM simulated.stranger WHERE name = $1", [machine]);
      },
    },
    async inventory() {
      const all = `SELECT volume_id AS name FROM simulated.disk UNION ALL
           SELECT backup_id || volume_id FROM simulated.backup ORDER BY name`;
      const { rows } = await pool.query<{ name: string }>(all);
      return rows.map(({ name }) => name);
    },
    close: () => testDatabase.drop(),
  };
}

describe("adoption", () => adoptionConformance(() => open()));
describe("compute", () => computeConformance(() => open()));
describe("root disks", () => rootDiskConformance(() => open()));
describe("copies", () => copyConformance(() => open()));
describe("hosts", () => hostConformance(() => open("simulated:site_hosts")));
describe("images", () => imageConformance(() => open()));
describe("inventory", () => inventoryConformance(() => open()));
describe("metadata", () => {
  metadataConformance(
    () => open("simulated:site_metadata"),
    (privateIp) => privateIp.replace(/^[0-9]+/, "127"),
  );
});
describe("networks", () => networkConformance(() => open()));
describe("recovery", () => recoveryConformance(() => open()));
describe("volumes", () => volumeConformance(() => open()));
