// A group of VMs keeps as many as it should have: it makes, replaces, heals and removes (docs/adr/0134).
import type { VmGroup, VmGroupMember } from "@fulmar/contract";
import { expect, test } from "vitest";
import { resumeWallet, suspendWallet } from "../../src/operator.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();
let groups = 0;

const TEMPLATE = { plan_id: "plan-nano", template_id: "debian-13" };
const get = (vm_group_id: string) => fixture.send<VmGroup>("vmGroup.get", { vm_group_id });
const members = async (vm_group_id: string) =>
  (await fixture.send<VmGroupMember[]>("vmGroup.members", { vm_group_id })).toSorted((a, b) => a.number - b.number);
const numbers = async (vm_group_id: string) => (await members(vm_group_id)).map(({ number }) => number);

async function create(desired_count: number, more: object = {}): Promise<string> {
  const body = { name: `group-${++groups}`, desired_count, ...TEMPLATE, ...more };
  return (await fixture.send<VmGroup>("vmGroup.create", {}, body)).vm_group_id;
}

/** One visit of the worker, as if its pauses had passed. */
async function visit(): Promise<void> {
  await fixture.world.database.pool.query("UPDATE vm_group SET due_at = now()");
  await fixture.reconcile("follow-vm-groups");
}

/** Ends everything that is under way on VMs, as a worker and a site would. */
async function finish(): Promise<void> {
  const { pool } = fixture.world.database;
  await pool.query(`UPDATE vm SET status = CASE status WHEN 'deleting' THEN 'deleted' ELSE 'running' END::vm_status,
                                  deleted_at = CASE status WHEN 'deleting' THEN now() END, operation_id = NULL
                     WHERE operation_id IS NOT NULL`);
  await pool.query("UPDATE operation SET status = 'succeeded', finished_at = now() WHERE finished_at IS NULL");
}

/** Until the group has nothing to do. @returns the least VMs that ran meanwhile */
async function untilSteady(vm_group_id: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let visits = 0; visits < 40; visits++) {
    await visit();
    const running = (await members(vm_group_id)).filter(({ status }) => status === "running").length;
    least = Math.min(least, running);
    if ((await get(vm_group_id)).state === "steady") return least;
    await finish();
  }
  throw new Error(`the group is not steady: ${JSON.stringify([await get(vm_group_id), await members(vm_group_id)])}`);
}

async function steady(desired_count: number): Promise<string> {
  const vm_group_id = await create(desired_count);
  await finish();
  await untilSteady(vm_group_id);
  return vm_group_id;
}

const remove = async (vm_group_id: string) => {
  await finish();
  await fixture.send("vmGroup.delete", { vm_group_id });
  await finish();
};

test("makes its VMs with the request, and heals one that somebody deletes", async () => {
  const vm_group_id = await create(3);
  expect(await get(vm_group_id)).toMatchObject({ state: "changing", member_count: 3, acts_as: "Test" });
  const made = await members(vm_group_id);
  expect(made.map(({ name }) => name)).toEqual([1, 2, 3].map((number) => `group-${groups}-${number}`));
  await finish();
  await untilSteady(vm_group_id);
  await fixture.send("cloudVm.delete", { vm_id: made[1]?.vm_id ?? "" });
  await finish();
  await visit();
  expect(await numbers(vm_group_id)).toEqual([1, 2, 3]);
  const healed = (await members(vm_group_id))[1];
  expect(healed?.vm_id).not.toBe(made[1]?.vm_id);
  const events = await fixture.world.database.prisma.auditEvent.findMany({
    where: { resource_id: healed?.vm_id ?? "" },
  });
  expect(events).toMatchObject([
    { action: "cloudVm.create", actor_type: "system", actor_id: vm_group_id, actor_name: `VM group group-${groups}` },
  ]);
  await remove(vm_group_id);
});

test("replaces a VM in error, and tries again with pauses while new ones fail", async () => {
  const vm_group_id = await steady(1);
  const { pool } = fixture.world.database;
  const fail = () =>
    pool.query("UPDATE vm SET status = 'error', operation_id = NULL WHERE deleted_at IS NULL AND status <> 'deleting'");
  const [before] = await members(vm_group_id);
  await fail();
  await visit();
  expect((await members(vm_group_id)).map(({ status }) => status)).toEqual(["deleting", "pending"]);
  expect((await get(vm_group_id)).reason).toBeNull();
  await fail();
  await visit();
  expect(await get(vm_group_id)).toMatchObject({ state: "error", reason: expect.stringContaining("fail before") });
  await finish();
  await untilSteady(vm_group_id);
  const after = await members(vm_group_id);
  expect(after).toHaveLength(1);
  expect(after[0]?.vm_id).not.toBe(before?.vm_id);
  await remove(vm_group_id);
});

test("another template replaces the VMs one by one, and never fewer than the count run", async () => {
  const vm_group_id = await steady(3);
  const before = await members(vm_group_id);
  await fixture.send("vmGroup.setTemplate", { vm_group_id }, { ...TEMPLATE, template_id: "ubuntu-24.04" });
  expect(await get(vm_group_id)).toMatchObject({ generation: 2, outdated_count: 3, state: "changing" });
  await visit();
  expect(await get(vm_group_id)).toMatchObject({ member_count: 4, outdated_count: 3 });
  await visit();
  expect((await members(vm_group_id)).map(({ status }) => status)).toEqual([
    "running",
    "running",
    "running",
    "pending",
  ]);
  expect(await untilSteady(vm_group_id)).toBe(3);
  const after = await members(vm_group_id);
  expect(after.map(({ generation }) => generation)).toEqual([2, 2, 2]);
  expect(after.filter(({ vm_id }) => before.some((one) => one.vm_id === vm_id))).toEqual([]);
  await remove(vm_group_id);
});

test("a lower count removes the newest, and a higher one makes more with the request", async () => {
  const vm_group_id = await steady(3);
  await fixture.send("vmGroup.update", { vm_group_id }, { desired_count: 1 });
  await visit();
  expect((await members(vm_group_id)).map(({ status }) => status)).toEqual(["running", "deleting", "deleting"]);
  await untilSteady(vm_group_id);
  expect(await numbers(vm_group_id)).toEqual([1]);
  await fixture.send("vmGroup.update", { vm_group_id }, { desired_count: 2 });
  expect(await numbers(vm_group_id)).toEqual([1, 2]);
  await remove(vm_group_id);
});

test("two workers make each VM once", async () => {
  const vm_group_id = await steady(3);
  const before = await members(vm_group_id);
  await fixture.world.database.pool.query(
    "UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = ANY ($1)",
    [before.map(({ vm_id }) => vm_id)],
  );
  await fixture.world.database.pool.query("UPDATE vm_group SET due_at = now()");
  const lookAgain = () => fixture.world.database.pool.query("UPDATE vm_group SET due_at = now()");
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await lookAgain();
      await fixture.reconcile("follow-vm-groups");
    }),
  );
  await visit();
  expect(await numbers(vm_group_id)).toEqual([1, 2, 3]);
  await remove(vm_group_id);
});

test("a paused group does nothing until it is resumed", async () => {
  const vm_group_id = await steady(2);
  await fixture.send("vmGroup.pause", { vm_group_id });
  const [first] = await members(vm_group_id);
  await fixture.send("cloudVm.delete", { vm_id: first?.vm_id ?? "" });
  await finish();
  await visit();
  expect(await get(vm_group_id)).toMatchObject({ state: "paused", member_count: 1 });
  await fixture.send("vmGroup.resume", { vm_group_id });
  await visit();
  expect(await get(vm_group_id)).toMatchObject({ state: "changing", member_count: 2 });
  await remove(vm_group_id);
});

test("quota and wallet refuse the request, and a worker says why it cannot heal", async () => {
  const { database, entry } = fixture.world;
  const { organizationId, id: workspace_id } = entry.workspace;
  const vm_group_id = await steady(2);
  const setLimit = (limit: number) =>
    database.pool.query(
      `INSERT INTO quota (workspace_id, resource, "limit") VALUES ($1, 'cloud_vms', $2)
           ON CONFLICT (workspace_id, resource) DO UPDATE SET "limit" = excluded."limit"`,
      [workspace_id, limit],
    );
  const { rows } = await database.pool.query<{ count: number }>(
    "SELECT count(*)::int FROM vm WHERE workspace_id = $1 AND deleted_at IS NULL",
    [workspace_id],
  );
  await setLimit(rows[0]?.count ?? 0);
  await expect(fixture.send("vmGroup.update", { vm_group_id }, { desired_count: 3 })).rejects.toMatchObject({
    kind: "forbidden",
    code: "quota_exceeded",
  });
  expect(await get(vm_group_id)).toMatchObject({ desired_count: 2, member_count: 2 });
  await fixture.send("vmGroup.roll", { vm_group_id });
  await visit();
  expect(await get(vm_group_id)).toMatchObject({ state: "error", reason: expect.stringContaining("quota") });
  await setLimit(100);
  await untilSteady(vm_group_id);
  await suspendWallet(database, { organizationId, reason: "a test" });
  await expect(create(1)).rejects.toMatchObject({ code: "account_suspended" });
  await database.pool.query("UPDATE vm SET status = 'error' WHERE deleted_at IS NULL");
  await visit();
  expect(await get(vm_group_id)).toMatchObject({ state: "error", reason: expect.stringContaining("suspended") });
  await resumeWallet(database, { organizationId });
  await untilSteady(vm_group_id);
  await remove(vm_group_id);
});

test("acts with the rights of whoever changed it last, and says when they are gone", async () => {
  const { database, entry } = fixture.world;
  const vm_group_id = await steady(1);
  const [only] = await members(vm_group_id);
  const organization_id = entry.workspace.organizationId;
  await database.prisma.user.create({ data: { id: "user_other", name: "Other", email: "other@example.com" } });
  await database.prisma.member.create({ data: { organization_id, user_id: "user_other", role: "owner" } });
  await database.prisma.member.updateMany({ where: { user_id: entry.caller.id }, data: { role: "viewer" } });
  await database.pool.query("UPDATE vm SET status = 'error' WHERE vm_id = $1", [only?.vm_id]);
  await visit();
  expect(await get(vm_group_id)).toMatchObject({ state: "error", reason: expect.stringContaining("Only") });
  expect(await members(vm_group_id)).toMatchObject([{ vm_id: only?.vm_id, status: "error" }]);
  await database.prisma.member.updateMany({ where: { user_id: entry.caller.id }, data: { role: "owner" } });
  await untilSteady(vm_group_id);
  await remove(vm_group_id);
});

test("a detached VM stays, and the group has one less; keep_vms keeps all", async () => {
  const vm_group_id = await steady(2);
  const [first, second] = await members(vm_group_id);
  const detached = await fixture.send("vmGroup.detach", { vm_group_id, vm_id: first?.vm_id ?? "" });
  expect(detached).toMatchObject({ desired_count: 1, member_count: 1 });
  await fixture.send("vmGroup.delete", { vm_group_id }, {}, { keep_vms: true });
  for (const vm of [first, second]) expect((await fixture.vm(vm?.vm_id ?? "")).status).toBe("running");
});

const CPU = { name: "cpu", target_percent: 50, cooldown_minutes: 5 };

/** What a site would have measured of the group's VMs, with its count changed long ago. */
async function measured(vm_group_id: string, percent: number): Promise<void> {
  const { pool } = fixture.world.database;
  await pool.query("UPDATE vm_group SET count_changed_at = now() - interval '1 hour' WHERE vm_group_id = $1", [
    vm_group_id,
  ]);
  await pool.query("SELECT keep_metric_days(2)");
  await pool.query("DELETE FROM vm_metric");
  await pool.query(
    `INSERT INTO vm_metric (workspace_id, vm_id, minute, read_at, cpu_percent, memory_percent, rx_bytes, tx_bytes)
     SELECT workspace_id, vm_id, date_trunc('minute', now()), now(), $2, 10, 0, 0 FROM vm_group_member WHERE vm_group_id = $1`,
    [vm_group_id, percent],
  );
}

test("a metric changes the count by a request of the group, once, and the trail says why", async () => {
  const vm_group_id = await create(2, { scaling: { min_count: 1, max_count: 3, metric: CPU } });
  await finish();
  await untilSteady(vm_group_id);
  await measured(vm_group_id, 75);
  const { pool } = fixture.world.database;
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      await pool.query("UPDATE vm_group SET due_at = now()");
      await fixture.reconcile("follow-vm-groups");
    }),
  );
  const reason = "CPU is at 75 % on average, and its target is 50 %; measured on 2 of 2 VMs.";
  expect(await get(vm_group_id)).toMatchObject({
    ...{ desired_count: 3, member_count: 3, acts_as: "Test" },
    scaling_decisions: [{ rule: "cpu", from_count: 2, to_count: 3, reason }],
  });
  const events = await fixture.world.database.prisma.auditEvent.findMany({
    where: { resource_id: vm_group_id, action: "vmGroup.update" },
  });
  expect(events).toMatchObject([
    { actor_type: "system", actor_id: vm_group_id, actor_name: `VM group group-${groups}: ${reason}` },
  ]);
  await finish();
  await untilSteady(vm_group_id);
  await measured(vm_group_id, 1);
  await visit();
  expect((await get(vm_group_id)).desired_count).toBe(2);
  await untilSteady(vm_group_id);
  expect((await get(vm_group_id)).scaling_decisions.map(({ to_count }) => to_count)).toEqual([2, 3]);
  await remove(vm_group_id);
});

test("a time of the schedule sets the count once, and a count of a person holds until the next", async () => {
  const schedule = [{ time: "00:00", count: 2 }];
  const vm_group_id = await create(1, { scaling: { min_count: 1, max_count: 3, schedule } });
  await finish();
  await untilSteady(vm_group_id);
  expect((await get(vm_group_id)).desired_count).toBe(1);
  const { pool } = fixture.world.database;
  const dayPasses = () => pool.query("UPDATE vm_group SET schedule_done_at = now() - interval '1 day'");
  await dayPasses();
  await visit();
  expect(await get(vm_group_id)).toMatchObject({
    desired_count: 2,
    scaling_decisions: [{ rule: "schedule", reason: "The schedule says 2 VMs from 00:00 on (UTC)." }],
  });
  await dayPasses();
  await visit();
  await fixture.send("vmGroup.update", { vm_group_id }, { desired_count: 3 });
  await visit();
  expect(await get(vm_group_id)).toMatchObject({ desired_count: 3, scaling_decisions: [{ to_count: 2 }] });
  await remove(vm_group_id);
});

test("a quota refuses what a rule wants, and the group says so and still heals", async () => {
  const { database, entry } = fixture.world;
  const BOUNDS = { min_count: 1, max_count: 3 };
  const vm_group_id = await create(1, { scaling: { ...BOUNDS, metric: CPU } });
  await finish();
  await untilSteady(vm_group_id);
  const setLimit = (limit: string) =>
    database.pool.query(
      `INSERT INTO quota (workspace_id, resource, "limit")
       SELECT $1, 'cloud_vms', ${limit} FROM vm WHERE workspace_id = $1 AND deleted_at IS NULL
           ON CONFLICT (workspace_id, resource) DO UPDATE SET "limit" = excluded."limit"`,
      [entry.workspace.id],
    );
  await setLimit("count(*)");
  await measured(vm_group_id, 90);
  await visit();
  expect(await get(vm_group_id)).toMatchObject({
    ...{ desired_count: 1, state: "error", reason: expect.stringContaining("quota"), scaling_decisions: [] },
  });
  await fixture.send(
    "vmGroup.update",
    { vm_group_id },
    { scaling: { ...BOUNDS, schedule: [{ time: "00:00", count: 3 }] } },
  );
  await database.pool.query("UPDATE vm_group SET schedule_done_at = now() - interval '1 day'");
  const [only] = await members(vm_group_id);
  await fixture.send("cloudVm.delete", { vm_id: only?.vm_id ?? "" });
  await finish();
  await visit();
  const state = { state: "error", reason: expect.stringContaining("quota") };
  expect(await get(vm_group_id)).toMatchObject({ ...state, desired_count: 1, member_count: 1 });
  await setLimit("100 + count(*)");
  await visit();
  expect(await get(vm_group_id)).toMatchObject({ desired_count: 3, member_count: 3, reason: null });
  await remove(vm_group_id);
});

test("rules bound the count, also by a detached VM, and no rules leave it as it is", async () => {
  const scaling = { min_count: 2, max_count: 3, metric: CPU };
  const vm_group_id = await create(1);
  await expect(fixture.send("vmGroup.update", { vm_group_id }, { scaling, desired_count: 1 })).rejects.toMatchObject({
    kind: "invalid_request",
  });
  await fixture.send("vmGroup.update", { vm_group_id }, { scaling });
  expect(await get(vm_group_id)).toMatchObject({ desired_count: 2, member_count: 2 });
  const [first] = await members(vm_group_id);
  await finish();
  await fixture.send("vmGroup.detach", { vm_group_id, vm_id: first?.vm_id ?? "" });
  expect(await get(vm_group_id)).toMatchObject({ desired_count: 2, member_count: 1 });
  await fixture.send("vmGroup.update", { vm_group_id }, { scaling: null, desired_count: 1 });
  expect(await get(vm_group_id)).toMatchObject({ desired_count: 1, scaling: null });
  await remove(vm_group_id);
});
