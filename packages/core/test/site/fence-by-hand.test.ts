// A fence that an operator raises (docs/adr/0164): as after a restore, nothing changes at the site until it is resumed.
import { afterEach, beforeEach, expect, test } from "vitest";
import { previewResume, resumeSite } from "../../src/operator.ts";
import { fenceByHand } from "../../src/work/fence-by-hand.ts";
import { type Installation, restoredFixture } from "./restored-fixture.ts";

const SITE = "site-ams-1";

let fixture: Awaited<ReturnType<typeof restoredFixture>>;
let installation: Installation;
beforeEach(async () => {
  fixture = await restoredFixture();
  installation = await fixture.open();
});
afterEach(async () => {
  await installation.close();
  await fixture.drop();
});

const fence = (why = "Its disks are replaced") => fenceByHand(installation.database.sql, "simulated", why);

test("nothing changes at the site until it is resumed, and then what waited is carried out", async () => {
  installation.work();
  const [kept, gone] = [await installation.runningVm("kept"), await installation.runningVm("gone")];
  await installation.reconcileAll();
  const inventory = await fixture.inventory();
  expect(await fence()).toBe(true);

  const stop = await installation.send<{ operation_id: string }>("cloudVm.stop", { vm_id: kept });
  const remove = await installation.send<{ operation_id: string }>("cloudVm.delete", { vm_id: gone });
  const thrown = await installation.reconcileAll();
  expect(thrown.map(String)).toEqual(expect.arrayContaining([expect.stringContaining("An operator has fenced")]));
  const held = await installation.send("operation.get", { operation_id: stop.operation_id });
  expect(held).toMatchObject({
    error_code: "site_fenced",
    error_message:
      "An operator has fenced the site: Its disks are replaced. Nothing is changed there until an operator resumes it " +
      "(docs/restore.md).",
  });
  expect(await fixture.inventory()).toBe(inventory);
  expect(await installation.fence()).toMatchObject({ reason: "by_operator" });

  expect(await previewResume(installation.database, installation.configuration, SITE)).toMatchObject({
    ...{ reason: "by_operator", waitingOperations: 2, interruptedOperations: 0, unknown: [] },
  });
  expect(await resumeSite(installation.database, installation.configuration, SITE)).toMatchObject({ interrupted: 0 });
  for (const { operation_id } of [stop, remove])
    expect(await installation.send("operation.get", { operation_id }, {}, { wait: 60 })).toMatchObject({
      status: "succeeded",
    });
  expect(await installation.reconcileAll()).toEqual([]);
  expect(await installation.fence()).toMatchObject({ reason: null });
});

test("what is under way when the fence is raised waits, and ends after the resume", async () => {
  await installation.reconcile("guard-sites");
  const asked = await installation.send<{ operation_id: string }>(
    "cloudVm.create",
    {},
    { name: "asked", plan_id: "plan-nano", template_id: "debian-13" },
  );
  expect(await fence("It moves.")).toBe(true);
  installation.work();
  await installation.reconcileAll();
  expect(await fixture.inventory()).toBe("");
  const { operation_id } = asked;
  expect(await installation.send("operation.get", { operation_id })).toMatchObject({
    error_message: expect.stringContaining("An operator has fenced the site: It moves. Nothing"),
  });
  await resumeSite(installation.database, installation.configuration, SITE);
  expect(await installation.send("operation.get", { operation_id }, {}, { wait: 60 })).toMatchObject({
    status: "succeeded",
  });
});

test("of several fences one is raised, and one of a finding stays", async () => {
  await installation.reconcile("guard-sites");
  const raised = await Promise.all([fence("one"), fence("two"), fence("three")]);
  expect(raised.filter((did) => did)).toHaveLength(1);
  await resumeSite(installation.database, installation.configuration, SITE);
  await fixture.site.pool.query("DELETE FROM simulated.site_mark");
  await installation.reconcile("guard-sites");
  expect(await fence()).toBe(false);
  expect(await installation.fence()).toMatchObject({ reason: "mark_missing" });
});

test.each([
  ["other_installation", `UPDATE simulated.site_mark SET mark = mark || '{"installationId":"ins_other"}'`],
  ["database_behind", `UPDATE simulated.site_mark SET mark = mark || '{"epoch":1000}'`],
  ["database_copied", `UPDATE simulated.site_mark SET mark = mark || '{"token":"another"}'`],
  ["mark_missing", "DELETE FROM simulated.site_mark"],
])("a fence by hand hides no finding: %s takes its place", async (reason, change) => {
  await installation.reconcile("guard-sites", "guard-sites");
  await fence();
  await fixture.site.pool.query(change);
  await installation.reconcile("guard-sites");
  expect(await installation.fence()).toMatchObject({ reason });
  await resumeSite(installation.database, installation.configuration, SITE);
  expect(await installation.reconcile("guard-sites")).toEqual([]);
});

test("a site is fenced before any worker has been there, and is marked when it is resumed", async () => {
  expect(await fence()).toBe(true);
  expect(await installation.reconcile("guard-sites")).toHaveLength(1);
  const marks = () => fixture.site.pool.query("SELECT (mark ->> 'epoch')::int AS epoch FROM simulated.site_mark");
  expect((await marks()).rows).toEqual([]);
  await resumeSite(installation.database, installation.configuration, SITE);
  expect((await marks()).rows).toEqual([{ epoch: 1 }]);
  expect(await installation.reconcile("guard-sites")).toEqual([]);
});
