// A spent budget stops groups of VMs in its order, each as one, and starts them again (docs/adr/0122).
import type { VmGroup } from "@fulmar/contract";
import { beforeEach, expect, test } from "vitest";
import { applyBudgets } from "../../src/compute/follow-budgets.ts";
import { newId } from "../../src/index.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();
const month = new Date().toISOString().slice(0, 7);
let entries = 0n;
let groups = 0;

const query = async (text: string, ...values: unknown[]) =>
  (await fixture.world.database.pool.query(text, values)).rows;

beforeEach(async () => {
  const { prisma } = fixture.world.database;
  await prisma.budget.deleteMany();
  await prisma.budgetStop.deleteMany();
  await query("DELETE FROM vm_group");
  await query("UPDATE vm SET deleted_at = now(), status = 'deleted', operation_id = NULL");
});

const run = () => applyBudgets(fixture.world.workers);

/** Ends what is under way on VMs, as a worker and a site would. @param outcome of stops and starts */
async function finish(outcome: "succeeded" | "failed" = "succeeded"): Promise<void> {
  const ended: Record<string, string> =
    outcome === "succeeded" ? { stopping: "stopped" } : { stopping: "running", starting: "stopped" };
  for (const { vm_id, status } of await query("SELECT vm_id, status::text FROM vm WHERE operation_id IS NOT NULL"))
    await query(
      "UPDATE vm SET status = $2::vm_status, operation_id = NULL WHERE vm_id = $1",
      ...[vm_id, ended[status] ?? "running"],
    );
  await query("UPDATE operation SET status = $1, finished_at = now() WHERE finished_at IS NULL", outcome);
}

/** One visit of the groups' worker, as if its pauses had passed. */
async function visit(): Promise<void> {
  await query("UPDATE vm_group SET due_at = now()");
  await fixture.reconcile("follow-vm-groups");
}

async function group(desired_count: number, more: object = {}): Promise<string> {
  const body = { name: `group-${++groups}`, desired_count, plan_id: "plan-nano", template_id: "debian-13", ...more };
  const { vm_group_id } = await fixture.send<VmGroup>("vmGroup.create", {}, body);
  await finish();
  await visit();
  await visit();
  return vm_group_id;
}

async function vm(name: string): Promise<string> {
  const { vm_id } = await fixture.createVm(name);
  await finish();
  return vm_id;
}

const get = (vm_group_id: string) => fixture.send<VmGroup>("vmGroup.get", { vm_group_id });
const powerOf = async (...ids: string[]) => (await Promise.all(ids.map(get))).map(({ power }) => power);
const statuses = async (vm_group_id: string): Promise<string[]> =>
  (
    await query(
      `SELECT v.status::text FROM vm v JOIN vm_group_member m USING (workspace_id, vm_id)
        WHERE m.vm_group_id = $1 ORDER BY m.number`,
      vm_group_id,
    )
  ).map(({ status }) => status);

/** A budget whose amount is spent. */
async function spent(stop: object[] = []): Promise<string> {
  const { prisma } = fixture.world.database;
  const { workspace } = fixture.world.entry;
  const { organizationId: organization_id } = workspace;
  const budget_id = newId("bdg");
  await prisma.ledgerEntry.create({
    data: {
      ...{ organization_id, entry_number: entries, balance_after: "0", workspace_id: workspace.id },
      ...{ kind: "usage", amount: "-5", reference: `${month}-01T${String(entries++).padStart(2, "0")}:00Z` },
    },
  });
  await prisma.budget.create({
    data: {
      ...{ organization_id, budget_id, name: "firm", amount: "5", thresholds: [], forecast_thresholds: [] },
      ...{ at_cap: "refuse_and_stop", stop },
    },
  });
  return budget_id;
}

const raise = (budget_id: string) => fixture.send("budget.update", { budget_id }, { amount: "1000000" });
const schedule = (vm_group_id: string, power: "running" | "stopped") =>
  fixture.send("vmGroup.update", { vm_group_id }, { power_schedule: { times: [{ time: "00:00", power }] } });

test("a group is one entry of the order: by id and by tag, before and after VMs, and starts in reverse", async () => {
  const [batch, web] = [await group(2, { tags: ["batch"] }), await group(2)];
  const single = await vm("single");
  const budget_id = await spent([{ tags: ["batch"] }, { resource_ids: [single, web] }]);
  const status = async () => (await fixture.vm(single)).status;
  await run();
  await run();
  expect(await powerOf(batch, web)).toEqual(["stopped", "running"]);
  expect([await statuses(batch), await statuses(web), await status()]).toEqual([
    ["stopping", "stopping"],
    ["running", "running"],
    "running",
  ]);
  await finish();
  await run();
  expect([await powerOf(web), await status()]).toEqual([["running"], "stopping"]);
  await finish();
  await run();
  expect([await powerOf(web), await statuses(web)]).toEqual([["stopped"], ["stopping", "stopping"]]);
  await finish();
  await visit();
  expect(await get(web)).toMatchObject({
    ...{ state: "stopped", member_count: 2, desired_count: 2 },
    reason: "The budget firm is spent. Until it starts, it makes, heals, scales and replaces no VMs.",
  });
  expect(await fixture.send("budget.get", { budget_id })).toMatchObject({
    stopped: [{ vm_id: single }],
    stopped_groups: [{ vm_group_id: batch }, { vm_group_id: web }],
  });
  await expect(fixture.send("vmGroup.start", { vm_group_id: web })).rejects.toMatchObject({
    ...{ status: 403, code: "budget_reached", message: expect.stringContaining("keeps this group of VMs stopped") },
  });
  const [{ vm_id }] = await query("SELECT vm_id FROM vm_group_member WHERE vm_group_id = $1 LIMIT 1", web);
  await expect(fixture.send("cloudVm.start", { vm_id })).rejects.toMatchObject({ code: "budget_reached" });

  await raise(budget_id);
  await run();
  await run();
  expect([await powerOf(batch, web), await statuses(web), await status()]).toEqual([
    ["stopped", "running"],
    ["starting", "starting"],
    "stopped",
  ]);
  await finish();
  await run();
  expect([await powerOf(batch), await status()]).toEqual([["stopped"], "starting"]);
  await finish();
  await run();
  await finish();
  await run();
  for (const id of [batch, web]) {
    await visit();
    await visit();
    expect(await statuses(id)).toEqual(["running", "running"]);
    expect(await get(id)).toMatchObject({ power: "running", state: "steady", reason: null });
  }
  expect(await query("SELECT FROM budget_group_stop")).toEqual([]);
  const events = "SELECT action, actor_id, detail FROM audit_event WHERE resource_id = $1 AND actor_type = 'system'";
  expect(await query(`${events} ORDER BY audit_event_id`, web)).toEqual([
    { action: "vmGroup.stop", actor_id: "budgets", detail: "The budget firm is spent" },
    { action: "vmGroup.start", actor_id: "budgets", detail: "The budget firm no longer holds it" },
  ]);
});

test("a VM of a group is never stopped by its own id or tag, and an empty order has all at once", async () => {
  const web = await group(1);
  const single = await vm("single");
  const [{ vm_id }] = await query("SELECT vm_id FROM vm_group_member WHERE vm_group_id = $1", web);
  await query("UPDATE vm SET tags = '{odd}' WHERE vm_id = $1", vm_id);
  const named = await spent([{ resource_ids: [vm_id] }, { tags: ["odd"] }]);
  await run();
  expect([await powerOf(web), await statuses(web)]).toEqual([["running"], ["running"]]);
  await fixture.send("budget.update", { budget_id: named }, { stop: [] });
  await run();
  expect([await powerOf(web), await statuses(web)]).toEqual([["stopped"], ["stopping"]]);
  expect((await fixture.vm(single)).status).toBe("stopping");
});

test("a paused group, and one whose maker has gone, stop and start all the same", async () => {
  const [paused, orphan] = [await group(1), await group(1)];
  await fixture.send("vmGroup.pause", { vm_group_id: paused });
  await query("UPDATE vm_group SET acts_as_id = 'user_gone' WHERE vm_group_id = $1", orphan);
  const budget_id = await spent([{ resource_ids: [paused, orphan] }]);
  for (let runs = 0; runs < 4; runs++) {
    await run();
    await finish();
  }
  expect([await statuses(paused), await statuses(orphan)]).toEqual([["stopped"], ["stopped"]]);
  await raise(budget_id);
  for (let runs = 0; runs < 4; runs++) {
    await run();
    await finish();
  }
  expect([await statuses(paused), await statuses(orphan)]).toEqual([["running"], ["running"]]);
});

test("VMs that stood still before stay stopped, and who decides about the group afterwards has it", async () => {
  const [web, night, kept] = [await group(2), await group(1), await group(1)];
  const [{ vm_id }] = await query(
    "SELECT vm_id FROM vm_group_member WHERE vm_group_id = $1 ORDER BY number LIMIT 1",
    web,
  );
  await fixture.send("cloudVm.stop", { vm_id });
  await finish();
  const budget_id = await spent();
  await run();
  await finish();
  await fixture.send("vmGroup.stop", { vm_group_id: night });
  // New times decide about nothing that has passed.
  await schedule(kept, "stopped");
  await raise(budget_id);
  await run();
  await run();
  await finish();
  await run();
  expect([await statuses(web), await statuses(night)]).toEqual([["stopped", "running"], ["stopped"]]);
  expect(await powerOf(web, night, kept)).toEqual(["running", "stopped", "running"]);
});

test("a schedule starts nothing that a budget holds, and what it has stopped meanwhile stays stopped", async () => {
  const [early, late] = [await group(1), await group(1)];
  const dayPasses = (id: string) =>
    query("UPDATE vm_group SET power_done_at = now() - interval '1 day' WHERE vm_group_id = $1", id);
  const budget_id = await spent();
  await run();
  await finish();
  await schedule(early, "running");
  await schedule(late, "stopped");
  await dayPasses(early);
  await dayPasses(late);
  await visit();
  expect(await get(early)).toMatchObject({
    ...{ power: "stopped", state: "error", reason: expect.stringContaining("The budget firm is spent") },
  });
  await raise(budget_id);
  await run();
  await finish();
  await visit();
  await run();
  expect([await powerOf(early, late), await statuses(early), await statuses(late)]).toEqual([
    ["running", "stopped"],
    ["running"],
    ["stopped"],
  ]);
});

test("a stop that fails keeps nobody waiting, and is tried again later", async () => {
  const [first, second] = [await group(1), await group(1)];
  await spent([{ resource_ids: [first, second] }]);
  await run();
  await finish("failed");
  await run();
  expect([await statuses(first), await statuses(second)]).toEqual([["running"], ["stopping"]]);
  await finish();
  await query("UPDATE operation SET finished_at = finished_at - interval '11 minutes'");
  await run();
  expect(await statuses(first)).toEqual(["stopping"]);
});

test("workers that run at once, with the groups' own, stop and start each VM once", async () => {
  const web = await group(3);
  const budget_id = await spent();
  const atOnce = () => Promise.all([run(), run(), run(), visit()]);
  await atOnce();
  await atOnce();
  await finish();
  expect(await statuses(web)).toEqual(["stopped", "stopped", "stopped"]);
  await raise(budget_id);
  await atOnce();
  await atOnce();
  await finish();
  expect(await statuses(web)).toEqual(["running", "running", "running"]);
  const acted = await query(
    `SELECT o.action, count(*)::int AS times FROM operation o JOIN vm_group_member m ON m.vm_id = o.resource_id
      WHERE m.vm_group_id = $1 AND o.action IN ('stop', 'start') GROUP BY o.action ORDER BY o.action`,
    web,
  );
  expect(acted).toEqual([
    { action: "start", times: 3 },
    { action: "stop", times: 3 },
  ]);
});
