// Tests of the recovery port on the simulated provider. They make every call twice and compare the contents of disks
// before and after.
import { createTestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleRecord } from "../conformance/provider-fixture.ts";
import type { Provider } from "../ports/provider.ts";
import type { CaptureVolume } from "../ports/recovery-port.ts";
import { simulatedProvider } from "./simulated-provider.ts";

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let provider: Provider;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  provider = simulatedProvider(testDatabase.database.sql);
});
afterAll(() => testDatabase.drop());

const { signal } = new AbortController();
const record = sampleRecord("vm", "web");
const spec = {
  name: "web",
  cpu: 2,
  ramMb: 1024,
  diskGb: 10,
  gpuModel: null,
  gpuCount: 0,
  gpus: [],
  planId: "small",
  templateId: "debian-13",
  tags: [],
  record,
};

async function twice<Result>(call: () => Promise<Result>): Promise<Result> {
  await call();
  return call();
}

/** A stopped instance and its volumes. */
async function stopped(vmId: string): Promise<CaptureVolume[]> {
  await provider.compute.createInstance(vmId, spec, signal);
  await provider.compute.provisionInstance(vmId, signal);
  return [
    { volumeId: `${vmId}_root`, role: "root", sizeGb: 10 },
    { volumeId: `${vmId}_data`, role: "data", sizeGb: 20 },
  ];
}

async function write(volumes: readonly CaptureVolume[], content: string) {
  for (const { volumeId } of volumes) {
    await testDatabase.database.pool.query(
      `INSERT INTO simulated.disk (volume_id, content) VALUES ($1, $2) ON CONFLICT (volume_id) DO UPDATE
         SET content = excluded.content`,
      [volumeId, content],
    );
  }
}

async function read(volumes: readonly CaptureVolume[]): Promise<string[]> {
  const { rows } = await testDatabase.database.pool.query<{ content: string }>(
    `SELECT content FROM unnest($1::text[]) WITH ORDINALITY AS v (volume_id, n) JOIN simulated.disk USING (volume_id)
       ORDER BY n`,
    [volumes.map((volume) => volume.volumeId)],
  );
  return rows.map((row) => row.content);
}

async function recorded(...ids: string[]): Promise<string[]> {
  const { rows } = await testDatabase.database.pool.query<{ id: string }>(
    "SELECT id FROM simulated.recovery_record WHERE id = ANY ($1) ORDER BY id",
    [ids],
  );
  return rows.map(({ id }) => id);
}

test("a snapshot keeps the content of its first call and restores only the requested volumes", async () => {
  const volumes = await stopped("vm_snap");
  await write(volumes, "past");
  await provider.recovery.createSnapshot("vm_snap", { snapshotId: "snap_1", record }, volumes, signal);
  await write(volumes, "present");
  await provider.recovery.createSnapshot("vm_snap", { snapshotId: "snap_1", record }, volumes, signal);
  await twice(() => provider.recovery.restoreSnapshot("vm_snap", "snap_1", volumes.slice(0, 1), signal));
  expect(await read(volumes)).toEqual(["past", "present"]);
});

test("records are deleted with their snapshots and backups, and stay when the instance goes", async () => {
  const volumes = await stopped("vm_records");
  for (const snapshotId of ["snap_r1", "snap_r2"])
    await provider.recovery.createSnapshot("vm_records", { snapshotId, record }, volumes, signal);
  await provider.recovery.createBackup(
    "vm_records",
    { backupId: "bkp_r", parentBackupId: null, record },
    volumes,
    signal,
  );
  const all = ["snap_r1", "snap_r2", "bkp_r"];
  await provider.recovery.deleteSnapshot("vm_other", "snap_r1", signal);
  expect(await recorded(...all)).toEqual(["bkp_r", "snap_r1", "snap_r2"]);
  await provider.recovery.deleteSnapshot("vm_records", "snap_r1", signal);
  expect(await recorded(...all)).toEqual(["bkp_r", "snap_r2"]);
  await provider.compute.deleteInstance("vm_records", signal);
  expect(await recorded(...all)).toEqual(["bkp_r", "snap_r2"]);
  await provider.recovery.deleteSnapshot("vm_records", "snap_r2", signal);
  expect(await recorded(...all)).toEqual(["bkp_r"]);
});

test("a restore empties a disk that was empty when the snapshot was taken", async () => {
  const volumes = await stopped("vm_empty");
  await provider.recovery.createSnapshot("vm_empty", { snapshotId: "snap_empty", record }, volumes, signal);
  await write(volumes, "present");
  await provider.recovery.restoreSnapshot("vm_empty", "snap_empty", volumes, signal);
  expect(await read(volumes)).toEqual(["", ""]);
});

test("an incremental backup stores only changes, and its parent cannot be deleted before it", async () => {
  const volumes = await stopped("vm_chain");
  await write(volumes, "one");
  const full = await twice(() =>
    provider.recovery.createBackup("vm_chain", { backupId: "bkp_1", parentBackupId: null, record }, volumes, signal),
  );
  await write(volumes.slice(0, 1), "two");
  const incremental = await twice(() =>
    provider.recovery.createBackup("vm_chain", { backupId: "bkp_2", parentBackupId: "bkp_1", record }, volumes, signal),
  );
  for (const { volumeId, sizeBytes } of incremental) {
    expect(sizeBytes).toBeGreaterThan(0n);
    expect(sizeBytes).toBeLessThan(full.find((copy) => copy.volumeId === volumeId)?.sizeBytes ?? 0n);
  }
  await write(volumes, "three");
  await twice(() => provider.recovery.restoreBackup("vm_chain", "bkp_2", volumes, signal));
  expect(await read(volumes)).toEqual(["two", "one"]);
  await provider.recovery.restoreBackup("vm_chain", "bkp_1", volumes, signal);
  expect(await read(volumes)).toEqual(["one", "one"]);

  await expect(provider.recovery.deleteBackup("vm_chain", "bkp_1", signal)).rejects.toMatchObject({
    code: "backup_in_use",
    retryable: false,
  });
  await twice(() => provider.recovery.deleteBackup("vm_chain", "bkp_2", signal));
  await twice(() => provider.recovery.deleteBackup("vm_chain", "bkp_1", signal));
  expect(await recorded("bkp_1", "bkp_2")).toEqual([]);
  expect(await provider.recovery.listRecoveryPoints({ after: "bkp_", limit: 1 }, signal)).not.toMatchObject([
    { vmId: "vm_chain" },
  ]);
});

test("listRecoveryPoints returns snapshots and backups in pages, each once", async () => {
  const volumes = await stopped("vm_list");
  await provider.recovery.createSnapshot("vm_list", { snapshotId: "z_2", record }, volumes, signal);
  await provider.recovery.createBackup("vm_list", { backupId: "z_1", parentBackupId: null, record }, volumes, signal);
  expect(await provider.recovery.listRecoveryPoints({ after: "z_", limit: 1 }, signal)).toEqual([
    { id: "z_1", vmId: "vm_list", kind: "backup" },
  ]);
  expect(await provider.recovery.listRecoveryPoints({ after: "z_1", limit: 9 }, signal)).toEqual([
    { id: "z_2", vmId: "vm_list", kind: "snapshot" },
  ]);
});

describe("an impossible call fails without retry:", () => {
  const one: CaptureVolume[] = [{ volumeId: "root", role: "root", sizeGb: 1 }];
  test.each<[string, () => Promise<unknown>]>([
    [
      "instance_not_found",
      () => provider.recovery.createBackup("vm_none", { backupId: "bkp", parentBackupId: null, record }, one, signal),
    ],
    ["snapshot_not_found", () => provider.recovery.restoreSnapshot("vm_none", "snap", one, signal)],
    ["backup_not_found", () => provider.recovery.restoreBackup("vm_none", "bkp", one, signal)],
    [
      "parent_backup_not_found",
      async () => {
        const volumes = await stopped("vm_orphan");
        await provider.recovery.createBackup(
          "vm_orphan",
          { backupId: "bkp_orphan", parentBackupId: "bkp_none", record },
          volumes,
          signal,
        );
      },
    ],
    [
      "instance_not_stopped",
      async () => {
        const volumes = await stopped("vm_running");
        await provider.recovery.createSnapshot("vm_running", { snapshotId: "snap_running", record }, volumes, signal);
        await provider.compute.startInstance("vm_running", signal);
        await provider.recovery.restoreSnapshot("vm_running", "snap_running", volumes, signal);
      },
    ],
  ])("%s", async (code, call) => {
    await expect(call()).rejects.toMatchObject({ name: "ProviderError", code, retryable: false });
  });

  test("deleting a missing backup succeeds", async () => {
    await provider.recovery.deleteBackup("vm_none", "bkp", signal);
  });
});
