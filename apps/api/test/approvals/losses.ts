// Requests that lose something which no plan lists as deleted, or not by itself, each with how many deletions it
// counts as.
import type { Operation, PublicOperationId } from "@fulmar/contract";
import { newId } from "@fulmar/core/object-store";
import { examplesOf, operations } from "../examples/all.ts";
import { type AnyRequest, type ExampleFixture, SITE } from "../examples/example-fixture.ts";

export interface Loss {
  readonly operation: Operation;
  readonly request: AnyRequest;
  readonly counts: number;
}

const REGION = "eu-central-1";

export function declared(id: PublicOperationId): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
}

export const loss = (id: PublicOperationId, request: AnyRequest, counts: number): Loss => ({
  ...{ operation: declared(id), request, counts },
});

/** An example of an operation, which counts as one. */
export const example =
  (id: PublicOperationId, nth = 0) =>
  async (fixture: ExampleFixture): Promise<Loss> =>
    loss(id, (await examplesOf(declared(id))[nth]?.(fixture)) ?? {}, 1);

/** Creates a bucket with objects, as the object store does. */
export async function filledBucket(fixture: ExampleFixture, keys: readonly string[]): Promise<string> {
  const { name } = await fixture.make("bucket.create", { body: { name: fixture.name(), region: REGION } });
  await fixture.api.database.pool.query(
    `WITH held AS (
       INSERT INTO bucket_usage (workspace_id, bucket_id, slot, object_count, total_size)
       SELECT workspace_id, bucket_id, 0, cardinality($3::text[]), 5 * cardinality($3::text[]) FROM bucket
        WHERE workspace_id = $1 AND name = $2
       RETURNING workspace_id, bucket_id
     ), kept AS (
       INSERT INTO object_file (workspace_id, file_id) SELECT workspace_id, $2 || k FROM held, unnest($3::text[]) AS k
     )
     INSERT INTO object (workspace_id, bucket_id, key, size, etag, content_type, file_ids, file_sizes)
     SELECT workspace_id, bucket_id, k, 5, '5d41402abc4b2a76b9719d911017c592', 'text/plain', ARRAY[$2 || k], '{5}'
       FROM held, unnest($3::text[]) AS k`,
    [fixture.workspaceId, name, keys],
  );
  return name;
}

/** Lets the workspace keep for a while what is deleted. */
const withWindow = (fixture: ExampleFixture) =>
  fixture.api.database.pool.query("UPDATE workspace SET deletion_window_hours = 24 WHERE workspace_id = $1", [
    fixture.workspaceId,
  ]);

const THREE = ["a", "b", "c"];

async function groupWithRules(fixture: ExampleFixture): Promise<string> {
  const { firewall_group_id } = await fixture.make("firewallGroup.create", { body: { name: fixture.name() } });
  const rules = [{ port_start: 22 }, { port_start: 443 }];
  await fixture.make("firewallRule.replace", { params: { firewall_group_id }, body: { rules } });
  return firewall_group_id;
}

/** Creates a VM with a data volume, a snapshot of both and a backup, as a worker leaves them. */
async function recoverableVm(fixture: ExampleFixture) {
  const vm_id = await fixture.vm("stopped");
  await fixture.attachedVolume(vm_id);
  const { pool } = fixture.api.database;
  for (const id of ["snapshot.create", "backup.create"] as const) {
    const body = id === "snapshot.create" ? { name: fixture.name() } : {};
    const { operation_id } = (await fixture.makeAny(declared(id), { params: { vm_id }, body })).body;
    await fixture.settle(operation_id, vm_id, "stopped");
  }
  await pool.query("UPDATE backup SET status = 'succeeded', finished_at = now() WHERE vm_id = $1", [vm_id]);
  const { rows } = await pool.query<{ id: string }>(
    "UPDATE snapshot_set SET status = 'succeeded' WHERE vm_id = $1 RETURNING snapshot_set_id AS id",
    [vm_id],
  );
  return { vm_id, snapshot_set_id: rows[0]?.id ?? "" };
}

export const LOSSES: Readonly<Record<string, (fixture: ExampleFixture) => Promise<Loss>>> = {
  async "objects, each by its key"(fixture) {
    const bucket_name = await filledBucket(fixture, THREE);
    return loss("object.delete", { params: { bucket_name }, body: { object_keys: THREE } }, 3);
  },
  async "objects that leave versions"(fixture) {
    const bucket_name = await filledBucket(fixture, THREE);
    await fixture.make("bucketVersioning.put", { params: { bucket_name }, body: { status: "enabled" } });
    return loss("object.delete", { params: { bucket_name }, body: { object_keys: ["a", "b"] } }, 2);
  },
  "a version": example("objectVersion.delete"),
  async "a bucket that is kept with its objects"(fixture) {
    const bucket_name = await filledBucket(fixture, THREE);
    await withWindow(fixture);
    return loss("bucket.delete", { params: { bucket_name }, query: { force: true } }, 4);
  },
  async "a kept bucket for good"(fixture) {
    const bucket_name = await filledBucket(fixture, THREE);
    await withWindow(fixture);
    await fixture.make("bucket.delete", { params: { bucket_name }, query: { force: true } });
    return loss("bucket.purge", { params: { bucket_name } }, 4);
  },
  "an object that a URL of an upload replaces": example("object.createUploadUrl"),
  "an object that a URL of a version replaces": example("objectVersion.createRestoreUrl"),
  "a part that a URL replaces": example("multipartUpload.createPartUrls"),
  "an object that an upload in parts replaces": example("multipartUpload.complete"),
  "an upload in parts": example("multipartUpload.abort"),
  "an object that rules delete by its tags": example("objectTags.put"),
  async "versions from now on"(fixture) {
    const bucket_name = await filledBucket(fixture, ["a"]);
    await fixture.make("bucketVersioning.put", { params: { bucket_name }, body: { status: "enabled" } });
    return loss("bucketVersioning.put", { params: { bucket_name }, body: { status: "suspended" } }, 1);
  },
  "the root disk that is rebuilt": example("cloudVm.rebuild"),
  "the root disk of a GPU VM that is rebuilt": example("gpuVm.rebuild"),
  "a VM by its console": example("cloudVm.createTerminal"),
  "a VM by its rescue system": example("cloudVm.rescue"),
  "a VM by new keys": example("cloudVm.updateAccess"),
  "a volume that is attached": example("volume.attach"),
  async "volumes that a new VM gets"(fixture) {
    const volume_ids = [await fixture.volume(), await fixture.volume()];
    const body = { name: fixture.name(), plan_id: "plan-nano", template_id: "debian-13", site_id: SITE, volume_ids };
    return loss("cloudVm.create", { body }, 2);
  },
  async "the disks that a snapshot overwrites"(fixture) {
    return loss("snapshot.restore", { params: { ...(await recoverableVm(fixture)) }, body: {} }, 2);
  },
  "the disk that a backup overwrites": example("backup.restore"),
  async "a VM that is kept with its snapshot and its backup"(fixture) {
    const { vm_id } = await recoverableVm(fixture);
    await withWindow(fixture);
    return loss("cloudVm.delete", { params: { vm_id } }, 3);
  },
  "a kept VM for good": example("cloudVm.purge"),
  "a kept volume for good": example("volume.purge"),
  async "backups that expire sooner"(fixture) {
    const { vm_id } = await recoverableVm(fixture);
    await fixture.make("backupPolicy.enable", { params: { vm_id } });
    await fixture.api.database.pool.query(
      `INSERT INTO backup (backup_id, workspace_id, vm_id, policy_id, type, chain_id, trigger, source_disk_size_gb,
                           storage_backend, data_volumes, status, finished_at, expires_at, size_bytes)
       SELECT id, p.workspace_id, p.vm_id, p.policy_id, 'full', id, 'manual', 40, 'simulated', '[]', 'succeeded', now(),
              now() + interval '7 days', 5
         FROM backup_policy p, unnest($2::text[]) AS id WHERE p.vm_id = $1`,
      [vm_id, THREE.map(() => newId("bkp"))],
    );
    return loss("backupPolicy.update", { params: { vm_id }, body: { retention_days: 1 } }, 3);
  },
  async "a store that is kept with its secrets"(fixture) {
    const store = await fixture.make("secretStore.create", { body: { name: fixture.name() } });
    for (const key of ["one", "two"])
      await fixture.make("secret.create", { params: { store_id: store.id }, body: { key, value: "a secret" } });
    return loss("secretStore.delete", { params: { store_id: store.id }, query: { force: true } }, 3);
  },
  async "the rules of a firewall group"(fixture) {
    const firewall_group_id = await groupWithRules(fixture);
    return loss("firewallRule.replace", { params: { firewall_group_id }, body: { rules: [] } }, 2);
  },
  async "one of the rules of a firewall group"(fixture) {
    const firewall_group_id = await groupWithRules(fixture);
    const body = { rules: [{ port_start: 22 }, { port_start: 80 }] };
    return loss("firewallRule.replace", { params: { firewall_group_id }, body }, 1);
  },
  async "a firewall group with its rules"(fixture) {
    return loss("firewallGroup.delete", { params: { firewall_group_id: await groupWithRules(fixture) } }, 3);
  },
  async "a distribution with its domains"(fixture) {
    const { name } = await fixture.make("bucket.create", { body: { name: fixture.name(), region: REGION } });
    const body = { name: fixture.name(), origin_id: name };
    const distribution_id = (await fixture.makeAny(declared("cdnDistribution.create"), { body })).body.id;
    for (const each of ["one", "two"])
      await fixture.make("cdnCustomDomain.create", {
        params: { distribution_id },
        body: { domain: `${each}-${fixture.number()}.example.com` },
      });
    return loss("cdnDistribution.delete", { params: { distribution_id } }, 3);
  },
  "an operation that is cancelled": example("operation.cancel"),
};

/** Requests of which nobody can count what they let be deleted later. */
export const BOUNDLESS: readonly PublicOperationId[] = ["bucketLifecycle.put", "bucketPolicy.put"];
