import type { Examples } from "./example.ts";
import { type ExampleFixture, SITE } from "./example-fixture.ts";

type Kind = "cloudVm" | "gpuVm";

/** The site of a fixture's VMs. */
const siteOf = (kind: Kind) => (kind === "gpuVm" ? "site-fra-1" : SITE);

const vmOf = (kind: Kind) => async (fixture: ExampleFixture) => ({
  params: { vm_id: await fixture.vm("running", kind) },
});

/** Creates a VM with backups enabled. */
const backedUp = (kind: Kind) => async (fixture: ExampleFixture) => {
  const { params } = await vmOf(kind)(fixture);
  await fixture.make(kind === "cloudVm" ? "backupPolicy.enable" : "gpuBackupPolicy.enable", { params });
  return { params };
};

/** Creates a snapshot in the state that a worker leaves. */
const snapshotOf = (kind: Kind) => async (fixture: ExampleFixture) => {
  const vm_id = await fixture.vm("running", kind);
  const { operation_id } = await fixture.make(kind === "cloudVm" ? "snapshot.create" : "gpuSnapshot.create", {
    params: { vm_id },
    body: { name: fixture.name() },
  });
  await fixture.settle(operation_id, vm_id, "running");
  const { rows } = await fixture.api.database.pool.query<{ snapshot_set_id: string }>(
    "UPDATE snapshot_set SET status = 'succeeded' WHERE vm_id = $1 RETURNING snapshot_set_id",
    [vm_id],
  );
  return { params: { vm_id, snapshot_set_id: rows[0]?.snapshot_set_id ?? "" } };
};

/** Creates a backup in the state that a worker leaves. */
const backupOf = (kind: Kind) => async (fixture: ExampleFixture) => {
  const vm_id = await fixture.vm("running", kind);
  const { operation_id } = await fixture.make(kind === "cloudVm" ? "backup.create" : "gpuBackup.create", {
    params: { vm_id },
  });
  await fixture.settle(operation_id, vm_id, "running");
  const { rows } = await fixture.api.database.pool.query<{ backup_id: string }>(
    "UPDATE backup SET status = 'succeeded', finished_at = now() WHERE vm_id = $1 RETURNING backup_id",
    [vm_id],
  );
  return { params: { vm_id, backup_id: rows[0]?.backup_id ?? "" } };
};

/** A backup by its id alone. */
const anyBackup = async (fixture: ExampleFixture) => {
  const { params } = await backupOf("cloudVm")(fixture);
  return { params: { backup_id: params.backup_id } };
};

/** A snapshot by its id alone. */
const anySnapshot = async (fixture: ExampleFixture) => {
  const { params } = await snapshotOf("cloudVm")(fixture);
  return { params: { snapshot_set_id: params.snapshot_set_id } };
};

/** The VM of a recovery point. */
const listedOf =
  <Point extends { readonly params: { readonly vm_id: string } }>(point: (fixture: ExampleFixture) => Promise<Point>) =>
  async (fixture: ExampleFixture) => ({ params: { vm_id: (await point(fixture)).params.vm_id } });

/** Restores only the root volume of a recovery point. */
const restored =
  <Params extends { readonly vm_id: string }>(
    point: (fixture: ExampleFixture) => Promise<{ readonly params: Params }>,
  ) =>
  async (fixture: ExampleFixture) => {
    const { params } = await point(fixture);
    return { params, body: { volume_ids: [params.vm_id.replace("vm_", "root_")] } };
  };

/** A network of its own for a new VM. */
const networkOf = async (fixture: ExampleFixture) => {
  const cidr = `172.${16 + (fixture.number() % 16)}.${fixture.number() % 256}.0/24`;
  const { vpc_id } = await fixture.make("vpc.create", { body: { name: fixture.name(), site_id: SITE, cidr } });
  const subnet = { params: { vpc_id }, body: { name: fixture.name(), cidr } };
  const { subnet_id } = await fixture.make("subnet.create", subnet);
  const { firewall_group_id } = await fixture.make("firewallGroup.create", { body: { name: fixture.name() } });
  return { vpc_id, subnet_id, firewall_group_ids: [firewall_group_id] };
};

const placeOf = (fixture: ExampleFixture) => ({
  ...{ name: fixture.name(), endpoint: "https://s3.example.com", bucket: "our-backups" },
  ...{ access_key: "AKIAIOSFODNN7EXAMPLE", secret_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" },
});

const destination = async (fixture: ExampleFixture) =>
  (await fixture.make("backupDestination.create", { body: placeOf(fixture) })).destination_id;
const ofDestination = async (fixture: ExampleFixture) => ({
  params: { destination_id: await destination(fixture) },
});

const rootOnly = (kind: Kind) => async (fixture: ExampleFixture) => ({
  ...(await vmOf(kind)(fixture)),
  body: { name: fixture.name(), capture_scope: "root_only" as const },
});
const selective = (kind: Kind) => async (fixture: ExampleFixture) => {
  const { params } = await vmOf(kind)(fixture);
  return {
    params,
    body: {
      name: fixture.name(),
      capture_scope: "selective" as const,
      volume_ids: [await fixture.attachedVolume(params.vm_id, siteOf(kind))],
    },
  };
};
const enabled = (kind: Kind) => async (fixture: ExampleFixture) => ({
  ...(await vmOf(kind)(fixture)),
  body: {
    schedule: { hour: 3, timezone: "Europe/Amsterdam" },
    retention_days: 14,
    destination_id: await destination(fixture),
  },
});
const changed = (kind: Kind) => async (fixture: ExampleFixture) => ({
  ...(await backedUp(kind)(fixture)),
  body: { schedule: { minute: 15 }, retention_days: 30, destination_id: await destination(fixture) },
});
const inFull = (kind: Kind) => async (fixture: ExampleFixture) => ({
  ...(await vmOf(kind)(fixture)),
  body: { type: "full" as const },
});

/** Creates a copy as a worker leaves it that has found it in a bucket. */
const copyOf = async (fixture: ExampleFixture) => {
  const destination_id = await destination(fixture);
  const number = String(fixture.number()).padStart(26, "0");
  const [copy_id, backup_id] = [`bcp_${number}`, `bkp_${number}`];
  const vm = { vm_id: "vm_was", name: "was", type: "cloud", plan_id: "plan-small", template_id: "debian-13" };
  const file = { format: "simulated", size_bytes: 1, sha256: "0".repeat(64) };
  const manifest = {
    ...{ format: "fulmar-copy/1", object_id: copy_id, provider: "simulated", taken_at: "2026-11-21T12:00:00.000Z" },
    ...{ backup_id, vm: { ...vm, os_type: "linux", os_distro: "debian", disk_gb: 10 } },
    volumes: [{ volume_id: "vol_was", name: "data", size_gb: 1, type: "ssd" }],
    files: [
      { ...file, role: "root", volume_id: "root_was" },
      { ...file, role: "data", volume_id: "vol_was" },
    ],
  };
  await fixture.api.database.pool.query(
    `INSERT INTO backup_copy (copy_id, workspace_id, destination_id, object_id, status, own, backup_id, vm_id, vm_name,
                              vm_type, taken_at, manifest, size_bytes, copied_at)
     VALUES ($1, $2, $3, $1, 'copied', false, $5, 'vm_was', 'was', 'cloud', now(), $4, 2, now())`,
    [copy_id, fixture.workspaceId, destination_id, manifest, backup_id],
  );
  return { copy_id, destination_id, backup_id };
};

export const recoveryExamples = {
  "snapshot.list": [listedOf(snapshotOf("cloudVm"))],
  "snapshot.create": [rootOnly("cloudVm"), selective("cloudVm")],
  "snapshot.get": [snapshotOf("cloudVm")],
  "snapshot.restore": [restored(snapshotOf("cloudVm"))],
  "snapshot.delete": [snapshotOf("cloudVm")],
  "backupPolicy.enable": [enabled("cloudVm")],
  "backupPolicy.disable": [backedUp("cloudVm")],
  "backupPolicy.get": [backedUp("cloudVm")],
  "backupPolicy.update": [changed("cloudVm")],
  "backup.list": [listedOf(backupOf("cloudVm"))],
  "backup.create": [inFull("cloudVm")],
  "backup.get": [backupOf("cloudVm")],
  "backup.restore": [restored(backupOf("cloudVm"))],
  "backup.delete": [backupOf("cloudVm")],
  "gpuSnapshot.list": [listedOf(snapshotOf("gpuVm"))],
  "gpuSnapshot.create": [rootOnly("gpuVm"), selective("gpuVm")],
  "gpuSnapshot.get": [snapshotOf("gpuVm")],
  "gpuSnapshot.restore": [restored(snapshotOf("gpuVm"))],
  "gpuSnapshot.delete": [snapshotOf("gpuVm")],
  "gpuBackupPolicy.enable": [enabled("gpuVm")],
  "gpuBackupPolicy.disable": [backedUp("gpuVm")],
  "gpuBackupPolicy.get": [backedUp("gpuVm")],
  "gpuBackupPolicy.update": [changed("gpuVm")],
  "gpuBackup.list": [listedOf(backupOf("gpuVm"))],
  "gpuBackup.create": [inFull("gpuVm")],
  "gpuBackup.get": [backupOf("gpuVm")],
  "gpuBackup.restore": [restored(backupOf("gpuVm"))],
  "gpuBackup.delete": [backupOf("gpuVm")],
  "workspaceSnapshot.list": [
    async (fixture) => {
      await snapshotOf("cloudVm")(fixture);
      return { query: { kept: false } };
    },
  ],
  "workspaceSnapshot.get": [anySnapshot],
  "workspaceSnapshot.update": [async (fixture) => ({ ...(await anySnapshot(fixture)), body: { outlives_vm: true } })],
  "workspaceSnapshot.createVm": [
    async (fixture) => {
      const body = { ...(await networkOf(fixture)), name: fixture.name(), plan_id: "plan-small", site_id: SITE };
      return { ...(await anySnapshot(fixture)), body };
    },
  ],
  "workspaceSnapshot.delete": [anySnapshot],
  "workspaceBackup.list": [
    async (fixture) => {
      await backupOf("cloudVm")(fixture);
      return { query: { kept: false } };
    },
  ],
  "workspaceBackup.get": [anyBackup],
  "workspaceBackup.createVm": [
    async (fixture) => {
      const body = { ...(await networkOf(fixture)), name: fixture.name(), plan_id: "plan-small", site_id: SITE };
      return { ...(await anyBackup(fixture)), body };
    },
  ],
  "workspaceBackup.delete": [anyBackup],
  "backupDestination.get": [ofDestination],
  "backupDestination.update": [
    async (fixture) => {
      const { secret_key, ...place } = placeOf(fixture);
      return {
        ...(await ofDestination(fixture)),
        body: { ...place, region: "eu-west-1", prefix: "prod/", secret_key, keep_count: 3, keep_days: null },
      };
    },
  ],
  "backupDestination.delete": [ofDestination],
  "backupCopy.list": [
    async (fixture) => {
      const { destination_id, backup_id } = await copyOf(fixture);
      return { query: { destination_id, backup_id } };
    },
  ],
  "backupCopy.create": [
    async (fixture) => {
      const { backup_id } = (await anyBackup(fixture)).params;
      return { body: { backup_id, destination_id: await destination(fixture) } };
    },
  ],
  "backupCopy.createVm": [
    async (fixture) => {
      const { copy_id } = await copyOf(fixture);
      const body = { ...(await networkOf(fixture)), name: fixture.name(), plan_id: "plan-small", site_id: SITE };
      return { params: { copy_id }, body: { ...body, template_id: "debian-13" } };
    },
  ],
} satisfies Partial<Examples>;
