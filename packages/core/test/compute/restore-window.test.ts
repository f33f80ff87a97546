// Deleting a VM or a volume in a workspace with a deletion window, restoring, purging, and the end of the window.
import { randomUUID } from "node:crypto";
import { type Acceptance, ChangePlan, type CloudVmDetail, operationById, type Volume } from "@fulmar/contract";
import { runWorker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { sagas } from "../../src/worker.ts";
import { refusalOf } from "../compute-fixture.ts";
import { networkFixture, SITE } from "../network-fixture.ts";
import { volumesOf } from "../volumes-fixture.ts";

const fixture = networkFixture();
const volumes = volumesOf(fixture);
const HOUR_MS = 3_600_000;

const keepFor = (hours: number) =>
  fixture.query("UPDATE workspace SET deletion_window_hours = $2 WHERE workspace_id = $1", [
    fixture.world.entry.workspace.id,
    hours,
  ]);
beforeEach(() => keepFor(24));

/** Waits while a worker of its own runs. */
async function ended({ operation_id }: Acceptance) {
  const { workers: database, services } = fixture.world;
  const worker = runWorker({ database, sagas, services, logger: silent });
  try {
    return await fixture.ended(operation_id);
  } finally {
    await worker.stop();
  }
}

async function carriedOut(id: "cloudVm.delete" | "cloudVm.restore" | "cloudVm.stop", vm_id: string) {
  const accepted = await fixture.send<Acceptance>(id, { vm_id });
  return { ...accepted, ended: await ended(accepted) };
}
const detail = (vm_id: string) => fixture.send<CloudVmDetail>("cloudVm.get", { vm_id });
const charges = (id: string) =>
  fixture.query<{ sku_code: string; quantity: number }>(
    "SELECT sku_code, quantity FROM charge WHERE resource_id = $1 AND charged_until IS NULL ORDER BY 1",
    [id],
  );
const tombstones = (id: string) =>
  fixture.query<{ kind: string }>("SELECT kind FROM tombstone WHERE resource_id = $1 ORDER BY 1", [id]);

/**
 * A running VM with all that it can be connected to: two volumes, a subnet, a reserved IP, a firewall group, a pool.
 */
async function connectedVm(name: string, cidr: string) {
  const vpc = await fixture.vpc(name, cidr);
  const subnet = await fixture.subnet(vpc.vpc_id, name, cidr);
  const group = await fixture.firewallGroup(name);
  const ip = await fixture.reservedIp();
  const ids = [await volumes.available(`${name}-a`), await volumes.available(`${name}-b`)];
  const accepted = await fixture.send<Acceptance>(
    "cloudVm.create",
    {},
    {
      ...{ name, plan_id: "plan-nano", template_id: "debian-13", site_id: SITE, tags: ["kept"] },
      ...{ vpc_id: vpc.vpc_id, subnet_id: subnet.subnet_id, reserved_ip_id: ip.public_ip_id },
      ...{ firewall_group_ids: [group.firewall_group_id], volume_ids: ids },
    },
  );
  await ended(accepted);
  const balancer = await fixture.send<{ load_balancer_id: string }>(
    "loadBalancer.create",
    {},
    {
      ...{ name, site_id: SITE },
      configuration: { pools: [{ name: "web", protocol: "http", targets: [{ vm_id: accepted.vm_id, port: 80 }] }] },
    },
  );
  return { vmId: accepted.vm_id, vpc, subnet, group, ip, ids, balancer };
}

/** Everything that the API says about a VM and what it is connected to. */
async function everything({ vmId, vpc, ip, ids, balancer }: Awaited<ReturnType<typeof connectedVm>>) {
  const { updated_at: _, ...vm } = await detail(vmId);
  const withoutTimes = ({ updated_at: __, ...rest }: { updated_at: unknown }) => rest;
  return {
    vm,
    instance: await fixture.instance(vmId),
    nodes: await fixture.send("vpcNode.list", { vpc_id: vpc.vpc_id }),
    ip: withoutTimes(await fixture.send("reservedIp.get", { reserved_ip_id: ip.public_ip_id })),
    volumes: (await Promise.all(ids.map((id) => volumes.get(id)))).map(withoutTimes),
    stored: await Promise.all(ids.map((id) => volumes.stored(id))),
    targets: await fixture.send("loadBalancerConfiguration.get", { load_balancer_id: balancer.load_balancer_id }),
    charges: await charges(vmId),
  };
}

describe("a VM", () => {
  test.each([
    ["running", "172.21.0.0/24"],
    ["stopped", "172.22.0.0/24"],
  ] as const)("%s, deleted and restored, is what it was, with all that it was connected to", async (status, cidr) => {
    const made = await connectedVm(`whole-${status}`, cidr);
    if (status === "stopped") await carriedOut("cloudVm.stop", made.vmId);
    const before = await everything(made);
    expect(before.vm).toMatchObject({ status, volume_ids: made.ids });

    const deletion = await carriedOut("cloudVm.delete", made.vmId);
    expect(deletion.ended).toMatchObject({ status: "succeeded" });
    const until = deletion.restorable_until ?? "";
    expect(Date.parse(until) - Date.parse(deletion.submitted_at)).toBeCloseTo(24 * HOUR_MS, -2);
    expect(await fixture.instance(made.vmId)).toMatchObject({ power: "stopped" });
    expect(await detail(made.vmId)).toMatchObject({
      ...{ status: "deleted", restorable_until: until, public_ip: null, private_ip: null, volume_ids: [] },
    });
    expect(await fixture.send("cloudVm.list", {}, {}, { name: before.vm.name })).toEqual([]);
    expect(await fixture.send("cloudVm.list", {}, {}, { deleted: true, name: before.vm.name })).toMatchObject([
      { id: made.vmId, status: "deleted", restorable_until: until },
    ]);
    // Resources that it was connected to are free for others, and its site removes nothing.
    for (const id of made.ids) expect(await volumes.get(id)).toMatchObject({ status: "available" });
    for (const id of made.ids) expect(await volumes.stored(id)).toMatchObject({ attachedVmId: null });
    expect(await fixture.send("reservedIp.get", { reserved_ip_id: made.ip.public_ip_id })).toMatchObject({
      status: "reserved",
    });
    expect(await tombstones(made.vmId)).toEqual([]);
    await fixture.reconcile("reconcile-instances");
    await fixture.reconcile("apply-networks");
    expect(await fixture.instance(made.vmId)).toMatchObject({ power: "stopped" });
    expect((await fixture.atProvider(made.vmId))?.configuration).toMatchObject({ nics: [], publicAddress: null });
    expect(await charges(made.vmId)).toEqual([{ sku_code: "disk.root", quantity: before.vm.disk_gb }]);

    expect((await carriedOut("cloudVm.restore", made.vmId)).ended).toMatchObject({ status: "succeeded" });
    expect(await everything(made)).toEqual(before);
  });

  test("is planned as restorable, and its restore says what comes back", async () => {
    const vm_id = await fixture.runningVm("planned");
    const plan = await planOf("cloudVm.delete", vm_id);
    expect(plan).toMatchObject({
      irreversible: false,
      restorable_until: expect.any(String),
      changes: expect.arrayContaining([expect.objectContaining({ action: "delete", id: vm_id })]),
    });
    expect(Number(plan.cost.hourly_delta)).toBeLessThan(0);
    await carriedOut("cloudVm.delete", vm_id);
    expect(await planOf("cloudVm.restore", vm_id)).toMatchObject({ would_answer: 202, irreversible: false });
    expect(await planOf("cloudVm.purge", vm_id)).toMatchObject({ would_answer: 200, irreversible: true });
    await keepFor(0);
    const other = await fixture.runningVm("planned-for-good");
    expect(await planOf("cloudVm.delete", other)).toMatchObject({ irreversible: true, restorable_until: null });
  });

  test("comes back without what others have taken meanwhile", async () => {
    const made = await connectedVm("taken", "172.23.0.0/24");
    const address = (await detail(made.vmId)).private_ip;
    await carriedOut("cloudVm.delete", made.vmId);
    const other = await fixture.runningVm("taker");
    const [first = "", second = ""] = made.ids;
    await volumes.change("volume.attach", first, { vm_id: other });
    await volumes.carryOut(first);
    await fixture.send("reservedIp.attach", { reserved_ip_id: made.ip.public_ip_id }, { vm_id: other });
    await fixture.attach(made.subnet, other);
    expect((await detail(other)).private_ip).toBe(address);
    await fixture.send("firewallGroup.delete", { firewall_group_id: made.group.firewall_group_id });
    await fixture.send("loadBalancer.delete", { load_balancer_id: made.balancer.load_balancer_id });
    expect((await carriedOut("cloudVm.restore", made.vmId)).ended).toMatchObject({ status: "succeeded" });
    const restored = await detail(made.vmId);
    expect(restored).toMatchObject({
      status: "running",
      public_ip: null,
      firewall_group_ids: [],
      volume_ids: [second],
    });
    expect(restored.private_ip).not.toBe(address);
    expect(await volumes.get(first)).toMatchObject({ attached_vm_id: other });
  });

  test("409 where its name is taken, and while it is being deleted; 409 for what is not deleted or gone for good", async () => {
    const vm_id = await fixture.runningVm("name");
    expect(await refusalOf(fixture.send("cloudVm.restore", { vm_id }))).toMatchObject({ code: "not_deleted" });
    expect(await refusalOf(fixture.send("cloudVm.purge", { vm_id }))).toMatchObject({ code: "not_deleted" });
    const { operation_id } = await fixture.send<Acceptance>("cloudVm.delete", { vm_id });
    expect(await refusalOf(fixture.send("cloudVm.restore", { vm_id }))).toMatchObject({
      code: "operation_in_progress",
    });
    expect(await refusalOf(fixture.send("cloudVm.purge", { vm_id }))).toMatchObject({ code: "operation_in_progress" });
    fixture.work();
    await fixture.ended(operation_id);
    const namesake = await fixture.runningVm("name");
    expect(await refusalOf(fixture.send("cloudVm.restore", { vm_id }))).toMatchObject({
      code: "name_taken",
      blockers: [{ type: "cloud_vm", id: namesake, name: "name" }],
    });
    await fixture.send("cloudVm.update", { vm_id: namesake }, { name: "other name" });
    const restore = await fixture.send<Acceptance>("cloudVm.restore", { vm_id });
    expect(await refusalOf(fixture.send("cloudVm.restore", { vm_id }))).toMatchObject({ status: 409 });
    await fixture.ended(restore.operation_id);
    await keepFor(0);
    const deletion = await fixture.send<Acceptance>("cloudVm.delete", { vm_id });
    expect(deletion.restorable_until).toBeUndefined();
    await fixture.ended(deletion.operation_id);
    expect(await refusalOf(fixture.send("cloudVm.restore", { vm_id }))).toMatchObject({ code: "not_restorable" });
    expect(await refusalOf(fixture.send("cloudVm.purge", { vm_id }))).toMatchObject({ code: "not_restorable" });
  });

  test("exactly one of a restore and a purge at once succeeds", async () => {
    const vm_id = await fixture.runningVm("contended");
    await carriedOut("cloudVm.delete", vm_id);
    const answers = await Promise.allSettled([
      fixture.send("cloudVm.restore", { vm_id }),
      fixture.send("cloudVm.purge", { vm_id }),
      fixture.send("cloudVm.restore", { vm_id }),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("403 where a quota leaves no room any more; its volumes count all the while", async () => {
    const { id } = fixture.world.entry.workspace;
    const vm_id = await fixture.runningVm("quota");
    await carriedOut("cloudVm.delete", vm_id);
    const quota = (limit: number) =>
      fixture.query(
        `INSERT INTO quota (workspace_id, resource, "limit") VALUES ($1, 'cloud_vms', $2)
             ON CONFLICT (workspace_id, resource) DO UPDATE SET "limit" = $2`,
        [id, limit],
      );
    await quota(0);
    expect(await refusalOf(fixture.send("cloudVm.restore", { vm_id }))).toMatchObject({ code: "quota_exceeded" });
    await fixture.query("DELETE FROM quota WHERE workspace_id = $1 AND resource = 'cloud_vms'", [id]);
    expect((await carriedOut("cloudVm.restore", vm_id)).ended).toMatchObject({ status: "succeeded" });
  });

  test.each(["purged", "expired"] as const)("%s, it is deleted for good, with its snapshots", async (how) => {
    const vm_id = await fixture.runningVm(how);
    const snapshot = await fixture.send<Acceptance>("snapshot.create", { vm_id }, { name: "before" });
    await ended(snapshot);
    await carriedOut("cloudVm.delete", vm_id);
    const left = () => fixture.query("SELECT FROM snapshot_set WHERE vm_id = $1 AND deleted_at IS NULL", [vm_id]);
    expect(await left()).toHaveLength(1);
    await fixture.reconcile("end-kept-vms");
    expect(await left()).toHaveLength(1);
    if (how === "purged")
      expect(await fixture.send("cloudVm.purge", { vm_id })).toEqual({ status: "purged", id: vm_id });
    else {
      await fixture.query("UPDATE vm SET restorable_until = now() WHERE vm_id = $1", [vm_id]);
      expect(await refusalOf(fixture.send("cloudVm.restore", { vm_id }))).toMatchObject({ code: "not_restorable" });
      await fixture.reconcile("end-kept-vms");
    }
    expect(await left()).toEqual([]);
    expect(await tombstones(vm_id)).toEqual([{ kind: "vm" }, { kind: "vm_network" }]);
    expect(await charges(vm_id)).toEqual([]);
    const gone = await detail(vm_id);
    expect(gone).toMatchObject({ status: "deleted" });
    expect(gone.restorable_until).toBeUndefined();
    await fixture.reconcile("reconcile-instances");
    expect(await fixture.instance(vm_id)).toBeUndefined();
    expect(await refusalOf(fixture.send("cloudVm.restore", { vm_id }))).toMatchObject({ code: "not_restorable" });
  });

  test("a window that is changed later does not change what was deleted before", async () => {
    const vm_id = await fixture.runningVm("window");
    const { restorable_until } = await carriedOut("cloudVm.delete", vm_id);
    await keepFor(0);
    expect(await detail(vm_id)).toMatchObject({ restorable_until });
    await fixture.reconcile("end-kept-vms");
    await fixture.reconcile("purge-deleted-vms");
    expect((await carriedOut("cloudVm.restore", vm_id)).ended).toMatchObject({ status: "succeeded" });
  });

  test("a worker that dies in the middle of a deletion or a restore is followed by another", async () => {
    const vm_id = await fixture.runningVm("slow-300--crash");
    for (const [id, status] of [
      ["cloudVm.delete", "deleted"],
      ["cloudVm.restore", "running"],
    ] as const) {
      const { operation_id } = await fixture.send<Acceptance>(id, { vm_id });
      const first = fixture.work();
      await expect
        .poll(() => fixture.send<{ current_step: string | null }>("operation.get", { operation_id }))
        .toMatchObject({ current_step: expect.any(String) });
      await first.stop({ graceMs: 0 });
      const second = fixture.work();
      expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
      await second.stop();
      expect(await detail(vm_id)).toMatchObject({ status });
    }
  });
});

async function planOf(
  id: "cloudVm.delete" | "cloudVm.restore" | "cloudVm.purge" | "volume.delete",
  target: string,
  query: Readonly<Record<string, unknown>> = {},
): Promise<ChangePlan> {
  const params = id === "volume.delete" ? { volume_id: target } : { vm_id: target };
  const { core, entry } = fixture.world;
  const envelope = {
    ...{ requestId: randomUUID(), sourceIp: undefined, idempotencyKey: randomUUID() },
    signal: new AbortController().signal,
  };
  const { body } = await core.plan(operationById(id), entry, { params, query, body: {} }, envelope);
  return ChangePlan.parse(JSON.parse(body));
}

describe("a volume", () => {
  const kept = (name: string) => fixture.send<Volume[]>("volume.list", {}, {}, { deleted: true, name });

  test("deleted and restored, is what it was, with its snapshots; it counts and is charged all the while", async () => {
    const volume_id = await volumes.available("data");
    const snapshot_id = await volumes.snapshot(volume_id, "before");
    const before = await volumes.get(volume_id);
    const paid = await charges(volume_id);
    const used = () =>
      fixture.query("SELECT quota_used($1::bigint, 'volume_gb') AS gb", [fixture.world.entry.workspace.id]);
    const gigabytes = await used();
    expect(await planOf("volume.delete", volume_id, { force: true })).toMatchObject({
      ...{ irreversible: false, restorable_until: expect.any(String), cost: { hourly_delta: "0" } },
    });
    const deletion = await fixture.send<{ restorable_until?: string }>(
      "volume.delete",
      { volume_id },
      {},
      { force: true },
    );
    expect(await refusalOf(volumes.get(volume_id))).toMatchObject({ status: 404 });
    expect(await fixture.send("volume.list", {}, {}, { name: "data" })).toEqual([]);
    expect(await kept("data")).toMatchObject([{ volume_id, restorable_until: deletion.restorable_until }]);
    await fixture.reconcile("end-kept-volumes");
    await fixture.reconcile("reclaim-volumes");
    await fixture.reconcile("reconcile-volumes");
    expect(await volumes.stored(volume_id)).toBeDefined();
    expect(await charges(volume_id)).toEqual(paid);
    expect(await used()).toEqual(gigabytes);

    const restored = await fixture.send<Volume>("volume.restore", { volume_id });
    expect(restored).toEqual({ ...before, updated_at: expect.any(String) });
    expect(await fixture.send("volume.restore", { volume_id })).toEqual(restored);
    expect(await fixture.send("volumeSnapshot.get", { volume_id, snapshot_id })).toMatchObject({ status: "succeeded" });
    expect(await kept("data")).toEqual([]);
  });

  test("409 where its name is taken, 409 for what is not deleted or gone for good", async () => {
    const volume_id = await volumes.available("disk");
    expect(await refusalOf(fixture.send("volume.purge", { volume_id }))).toMatchObject({ code: "not_deleted" });
    await fixture.send("volume.delete", { volume_id });
    const other = await volumes.available("disk");
    expect(await refusalOf(fixture.send("volume.restore", { volume_id }))).toMatchObject({
      code: "name_taken",
      blockers: [{ type: "volume", id: other, name: "disk" }],
    });
    await fixture.send("volume.purge", { volume_id });
    for (const id of ["volume.restore", "volume.purge"] as const)
      expect(await refusalOf(fixture.send(id, { volume_id }))).toMatchObject({ code: "not_restorable" });
    expect(await refusalOf(fixture.send("volume.restore", { volume_id: "vol_none" }))).toMatchObject({ status: 404 });
  });

  test.each(["purged", "expired"] as const)("%s, it is deleted at its site", async (how) => {
    const volume_id = await volumes.available(`gone-${how}`);
    await volumes.snapshot(volume_id, "before");
    await fixture.send("volume.delete", { volume_id }, {}, { force: true });
    if (how === "purged") await fixture.send("volume.purge", { volume_id });
    else {
      await fixture.query("UPDATE volume SET restorable_until = now() WHERE volume_id = $1", [volume_id]);
      await fixture.reconcile("end-kept-volumes");
    }
    expect(await charges(volume_id)).toEqual([]);
    await fixture.reconcile("reclaim-volumes");
    expect(await volumes.stored(volume_id)).toBeUndefined();
    expect(
      await fixture.query("SELECT FROM volume_snapshot WHERE volume_id = $1 AND reclaimed_at IS NULL", [volume_id]),
    ).toEqual([]);
  });
});

test("409 for a workspace that still keeps something: it names what that is", async () => {
  const volume_id = await volumes.available("last");
  await fixture.send("volume.delete", { volume_id });
  const { id } = fixture.world.entry.workspace;
  const refusal = await refusalOf(fixture.send("workspace.delete", { id: String(id) }));
  expect(refusal).toMatchObject({ code: "workspace_not_empty" });
  const contents = await fixture.query<{ id: string }>("SELECT id FROM workspace_contents($1::bigint)", [id]);
  expect(contents).toContainEqual({ id: volume_id });
});
