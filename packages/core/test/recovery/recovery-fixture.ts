// Shared by the tests of snapshots and backups: VMs with content on their disks, and requests that a worker carries
// out.
import type { Backup, OperationId, SnapshotSet } from "@fulmar/contract";
import { expect } from "vitest";
import { computeFixture, type Input } from "../compute-fixture.ts";

/** @param environment variables that differ from the defaults */
export function recoveryFixture(environment: Readonly<Record<string, string>> = {}) {
  const fixture = computeFixture(environment);
  const root = (vmId: string) => vmId.replace("vm_", "root_");
  const query = async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await fixture.world.database.pool.query(text, [...values])).rows as Row[];
  const more = {
    root,
    query,
    /** Writes to a disk, as the VM would. */
    async write(vmId: string, volumeId: string, content: string): Promise<void> {
      await query(
        `INSERT INTO simulated.disk (volume_id, content, root_of_vm_id, data_volume_id)
         VALUES ($1, $2, CASE WHEN $1 LIKE 'root%' THEN $3 END,
                 (SELECT volume_id FROM simulated.volume WHERE volume_id = $1))
             ON CONFLICT (volume_id) DO UPDATE SET content = excluded.content`,
        [volumeId, content, vmId],
      );
    },
    /** Reads a disk's content. */
    async read(volumeId: string): Promise<string> {
      const [row] = await query<{ content: string }>("SELECT content FROM simulated.disk WHERE volume_id = $1", [
        volumeId,
      ]);
      return row?.content ?? "";
    },
    /** A data volume attached to the VM, also at the provider. A worker must be running. */
    async attachedVolume(vmId: string, name: string): Promise<string> {
      const { volume_id } = await fixture.send<{ volume_id: string }>(
        "volume.create",
        {},
        { name, size_gb: 10, site_id: "site-ams-1" },
      );
      await expect.poll(() => fixture.send("volume.get", { volume_id })).toMatchObject({ status: "available" });
      await fixture.send("volume.attach", { volume_id }, { vm_id: vmId });
      await expect.poll(() => fixture.send("volume.get", { volume_id })).toMatchObject({ status: "in-use" });
      return volume_id;
    },
    /** Sends a request that the worker carries out, and waits for its end. */
    async act(id: OperationId, params: Input, body: Input = {}) {
      const { operation_id } = await fixture.send<{ operation_id: string }>(id, params, body);
      return { operation_id, ...(await fixture.ended(operation_id)) };
    },
    /** A snapshot that has succeeded. A worker must be running. */
    async snapshot(vmId: string, body: Input): Promise<SnapshotSet> {
      expect(await more.act("snapshot.create", { vm_id: vmId }, body)).toMatchObject({ status: "succeeded" });
      const { snapshots } = await fixture.send<{ snapshots: SnapshotSet[] }>("snapshot.list", { vm_id: vmId });
      return present(snapshots[0]);
    },
    /** A backup that has succeeded. A worker must be running. */
    async backup(vmId: string, body: Input = {}): Promise<Backup> {
      expect(await more.act("backup.create", { vm_id: vmId }, body)).toMatchObject({ status: "succeeded" });
      return present((await more.backups(vmId))[0]);
    },
    backups: (vmId: string) => fixture.send<Backup[]>("backup.list", { vm_id: vmId }),
    /** The ids of a VM's copies at the provider. */
    async kept(vmId: string): Promise<string[]> {
      const rows = await query<{ id: string }>(
        `SELECT DISTINCT snapshot_id AS id FROM simulated.snapshot WHERE vm_id = $1
          UNION SELECT DISTINCT backup_id FROM simulated.backup WHERE vm_id = $1 ORDER BY 1`,
        [vmId],
      );
      return rows.map((row) => row.id);
    },
  };
  return Object.assign(fixture, more);
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("there is none");
  return value;
}
