// A spent budget stops the VMs that it selects, in their order, and starts exactly those again (docs/adr/0122).
import type { Database } from "@fulmar/prisma";
import { beforeEach, expect, test } from "vitest";
import { applyBudgets } from "../../src/compute/follow-budgets.ts";
import { newId } from "../../src/index.ts";
import { resumeWallet, suspendWallet } from "../../src/operator.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();
const month = new Date().toISOString().slice(0, 7);
let entries = 0n;

beforeEach(async () => {
  const { database } = fixture.world;
  await database.prisma.budget.deleteMany();
  await database.prisma.budgetStop.deleteMany();
  await database.pool.query("UPDATE vm SET deleted_at = now(), status = 'deleted', operation_id = NULL");
});

const organization = () => fixture.world.entry.workspace.organizationId;
const run = (now?: Date) => applyBudgets(fixture.world.workers, { now: now ?? null });

/** A running VM. */
async function vm(name: string, tags: string[] = []): Promise<string> {
  const { vm_id } = await fixture.createVm(name);
  await end(vm_id, "running");
  await fixture.world.database.prisma.vm.update({ where: { vm_id }, data: { tags } });
  return vm_id;
}

/** Ends what works on a VM. */
async function end(vm_id: string, status: "running" | "stopped", outcome = "succeeded"): Promise<void> {
  const { pool } = fixture.world.database;
  await pool.query("UPDATE vm SET status = $2::vm_status, operation_id = NULL WHERE vm_id = $1", [vm_id, status]);
  await pool.query(
    `UPDATE operation SET status = $2::operation_status, finished_at = now()
      WHERE resource_id = $1 AND finished_at IS NULL`,
    [vm_id, outcome],
  );
}

const status = async (vm_id: string) => (await fixture.vm(vm_id)).status;
const statuses = (...ids: string[]) => Promise.all(ids.map(status));

/** A budget whose amount is spent. */
async function spent(stop: object[] = [], name = newId("bdg")): Promise<string> {
  const { prisma } = fixture.world.database;
  const { workspace } = fixture.world.entry;
  const budget_id = newId("bdg");
  await prisma.ledgerEntry.create({
    data: {
      ...{ organization_id: organization(), entry_number: entries, balance_after: "0", workspace_id: workspace.id },
      ...{ kind: "usage", amount: "-5", reference: `${month}-01T${String(entries++).padStart(2, "0")}:00Z` },
    },
  });
  await prisma.budget.create({
    data: {
      ...{ organization_id: organization(), budget_id, name, amount: "5", thresholds: [], forecast_thresholds: [] },
      ...{ at_cap: "refuse_and_stop", stop },
    },
  });
  return budget_id;
}

const raise = (budget_id: string) => fixture.send("budget.update", { budget_id }, { amount: "1000000" });

const operations = async (vm_id: string) =>
  (
    await fixture.world.database.prisma.operation.findMany({
      where: { resource_id: vm_id, action: { in: ["start", "stop"] } },
      orderBy: [{ submitted_at: "asc" }, { operation_id: "asc" }],
    })
  ).map(({ action }) => action);

test("stops selectors in their order and starts them in the reverse one; others run on", async () => {
  const [web, first, second, other] = [await vm("web", ["web", "eu"]), await vm("a"), await vm("b"), await vm("other")];
  const budget_id = await spent([{ tags: ["web"] }, { resource_ids: [second, first] }], "firm");
  await run();
  await run();
  expect(await statuses(web, second, first, other)).toEqual(["stopping", "running", "running", "running"]);
  await end(web, "stopped");
  await run();
  expect(await statuses(web, second, first, other)).toEqual(["stopped", "stopping", "running", "running"]);
  await end(second, "stopped");
  await run();
  await end(first, "stopped");
  await run();
  expect(await statuses(web, second, first, other)).toEqual(["stopped", "stopped", "stopped", "running"]);
  expect(await fixture.send("budget.get", { budget_id })).toMatchObject({
    stopped: [{ vm_id: web }, { vm_id: second }, { vm_id: first }],
  });
  await expect(fixture.send("cloudVm.start", { vm_id: web })).rejects.toMatchObject({
    ...{ status: 403, code: "budget_reached", message: expect.stringContaining("The budget firm is spent") },
  });
  const trail = { resource_id: web, action: "cloudVm.stop" };
  expect(await fixture.world.database.prisma.auditEvent.findMany({ where: trail })).toMatchObject([
    { actor_type: "system", actor_id: "budgets", detail: "The budget firm is spent" },
  ]);

  await raise(budget_id);
  for (const id of [first, second, web]) {
    await run();
    await run();
    expect(await status(id)).toBe("starting");
    await end(id, "running");
  }
  await run();
  expect(await statuses(web, second, first, other)).toEqual(["running", "running", "running", "running"]);
  expect(await fixture.world.database.prisma.budgetStop.count()).toBe(0);
  for (const id of [first, second, web]) expect(await operations(id)).toEqual(["stop", "start"]);
  expect(await operations(other)).toEqual([]);
});

test("what its owner stopped, or has started and stopped again, stays stopped", async () => {
  const [owners, touched, ours] = [await vm("owners"), await vm("touched"), await vm("ours")];
  await end(owners, "stopped");
  const budget_id = await spent();
  await run();
  for (const id of [touched, ours]) await end(id, "stopped");
  await raise(budget_id);
  await fixture.send("cloudVm.start", { vm_id: touched });
  await end(touched, "running");
  await fixture.send("cloudVm.stop", { vm_id: touched });
  await end(touched, "stopped");
  await run();
  expect(await statuses(owners, touched, ours)).toEqual(["stopped", "stopped", "starting"]);
});

test.each([
  ["the next month begins", async () => undefined, true],
  ["the budget is deleted", (budget_id: string) => fixture.send("budget.delete", { budget_id }), false],
  [
    "it gives notice only",
    (budget_id: string) => fixture.send("budget.update", { budget_id }, { at_cap: "notify" }),
    false,
  ],
  [
    "it selects others",
    (budget_id: string) => fixture.send("budget.update", { budget_id }, { stop: [{ tags: ["no such"] }] }),
    false,
  ],
])("starts what it stopped when %s", async (_, change, nextMonth) => {
  const id = await vm("one");
  const budget_id = await spent();
  await run();
  await end(id, "stopped");
  await run();
  expect(await status(id)).toBe("stopped");
  await change(budget_id);
  const now = new Date();
  await run(nextMonth ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) : undefined);
  expect(await status(id)).toBe("starting");
});

test("a VM that two budgets or a suspension hold starts when none of them does", async () => {
  const { database } = fixture.world;
  const id = await vm("one");
  const [first, second] = [await spent(), await spent()];
  await run();
  await end(id, "stopped");
  await raise(first);
  await run();
  expect(await status(id)).toBe("stopped");
  await suspendWallet(database, { organizationId: organization(), reason: "unpaid" });
  await raise(second);
  await run();
  expect(await status(id)).toBe("stopped");
  await resumeWallet(database, { organizationId: organization() });
  await run();
  expect(await status(id)).toBe("starting");
});

test("workers that run at once, and one that dies in the middle, stop and start each VM once", async () => {
  const { workers } = fixture.world;
  const ids = [await vm("one"), await vm("two"), await vm("three")];
  const budget_id = await spent();
  let left = 1;
  const dies: Pick<Database, "sql" | "transaction"> = {
    sql: workers.sql,
    transaction: (work, options) =>
      workers.transaction(async (transaction) => {
        const done = await work(transaction);
        if (left-- <= 0) throw new Error("the worker is gone");
        return done;
      }, options),
  };
  const atOnce = () => Promise.all(Array.from({ length: 4 }, () => run()));
  await expect(applyBudgets(dies)).rejects.toThrow("the worker is gone");
  await atOnce();
  for (const id of ids) await end(id, "stopped");
  await raise(budget_id);
  left = 1;
  await expect(applyBudgets(dies)).rejects.toThrow("the worker is gone");
  await atOnce();
  expect(await statuses(...ids)).toEqual(["starting", "starting", "starting"]);
  for (const id of ids) expect(await operations(id)).toEqual(["stop", "start"]);
});

test("a stop that fails keeps nobody waiting and is tried again later; so is a start", async () => {
  const { pool } = fixture.world.database;
  const [first, second] = [await vm("first"), await vm("second")];
  const budget_id = await spent([{ resource_ids: [first, second] }]);
  await run();
  await end(first, "running", "failed");
  await run();
  expect(await statuses(first, second)).toEqual(["running", "stopping"]);
  await end(second, "stopped");
  const later = () =>
    pool.query("UPDATE operation SET finished_at = finished_at - interval '11 minutes' WHERE finished_at IS NOT NULL");
  await later();
  await run();
  expect(await status(first)).toBe("stopping");
  await end(first, "stopped");
  await raise(budget_id);
  await run();
  await end(second, "stopped", "failed");
  await run();
  expect(await statuses(first, second)).toEqual(["starting", "stopped"]);
  await later();
  await run();
  expect(await status(second)).toBe("starting");
});
