import type { Event } from "@fulmar/contract";
import { recordStatements } from "@fulmar/testkit";
import { expect, test } from "vitest";
import { formatLetter } from "../../src/mail/format-letter.ts";
import { writeLetter } from "../../src/mail/letters.ts";
import { alertFixture } from "./alert-fixture.ts";

const fixture = alertFixture();

test("an alert fires when the condition has held for the minutes of the rule, and ends when it no longer holds", async () => {
  const vm_id = await fixture.newVm("busy");
  const { alert_rule_id, name } = await fixture.rule({ resource_ids: [vm_id] });
  const stateOf = async () => (await fixture.states(alert_rule_id))[0];
  expect(await stateOf()).toBeUndefined();

  await fixture.measure(vm_id, 95);
  await fixture.evaluate();
  expect(await stateOf()).toMatchObject({
    ...{ resource_id: vm_id, resource_type: "cloud_vm", resource_name: "busy", state: "ok" },
    breached_since: expect.any(String),
  });
  await fixture.passMinutes(4);
  await fixture.evaluate();
  expect(await fixture.alerts(alert_rule_id)).toEqual([]);

  await fixture.passMinutes(1);
  await fixture.evaluate();
  await fixture.evaluate();
  expect(await stateOf()).toMatchObject({ state: "firing" });
  expect((await fixture.getRule(alert_rule_id)).firing_count).toBe(1);
  const [alert, ...others] = await fixture.alerts(alert_rule_id);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    ...{ alert_rule_id, rule_name: name, metric: "vm_cpu_percent", comparison: "above", threshold: 90, minutes: 5 },
    ...{ resource_id: vm_id, resource_type: "cloud_vm", resource_name: "busy", value: 95 },
    ...{ status: "firing", ended_at: null, end_reason: null },
  });
  expect(await fixture.told(alert_rule_id)).toEqual(["alert.firing"]);

  await fixture.measure(vm_id, 20);
  await fixture.evaluate();
  await fixture.evaluate();
  expect(await stateOf()).toMatchObject({ state: "ok", breached_since: null });
  expect(await fixture.alerts(alert_rule_id)).toMatchObject([
    { alert_id: alert?.alert_id, status: "ended", end_reason: "ok", ended_at: expect.any(String) },
  ]);
  expect(await fixture.told(alert_rule_id)).toEqual(["alert.firing", "alert.resolved"]);
  const mails = await fixture.mails(alert_rule_id);
  expect(mails.map(({ recipient, letter }) => [recipient, letter])).toEqual([
    ["test@example.com", "alert_firing"],
    ["test@example.com", "alert_resolved"],
  ]);
});

test("a value that is fine once begins to count anew", async () => {
  const vm_id = await fixture.newVm("now and then");
  const { alert_rule_id } = await fixture.rule({ resource_ids: [vm_id] });
  await fixture.measure(vm_id, 95);
  await fixture.evaluate();
  await fixture.passMinutes(4);
  await fixture.measure(vm_id, 90);
  await fixture.evaluate();
  await fixture.measure(vm_id, 95);
  await fixture.evaluate();
  await fixture.passMinutes(4);
  await fixture.evaluate();
  expect(await fixture.alerts(alert_rule_id)).toEqual([]);
});

test("without samples for five minutes there is no data, which ends an alert", async () => {
  const vm_id = await fixture.newVm("stopped");
  const { alert_rule_id } = await fixture.rule({ resource_ids: [vm_id], comparison: "below", threshold: 5 });
  await fixture.evaluate();
  expect(await fixture.states(alert_rule_id)).toMatchObject([{ state: "no_data" }]);
  await fixture.measure(vm_id, 1);
  await fixture.fire();
  expect(await fixture.states(alert_rule_id)).toMatchObject([{ state: "firing" }]);
  await fixture.ageSamples(vm_id);
  await fixture.evaluate();
  expect(await fixture.states(alert_rule_id)).toMatchObject([{ state: "no_data" }]);
  expect(await fixture.alerts(alert_rule_id)).toMatchObject([{ status: "ended", end_reason: "no_data" }]);
});

test("several workers at once tell of each beginning and each end once", async () => {
  const vms = await Promise.all([1, 2, 3].map((nth) => fixture.newVm(`of many ${nth}`, ["many"])));
  const { alert_rule_id } = await fixture.rule({ tag: "many" });
  for (const vm_id of vms) await fixture.measure(vm_id, 99);
  await fixture.evaluate();
  await fixture.passMinutes(5);
  const together = () => Promise.all(Array.from({ length: 6 }, () => fixture.evaluate()));
  await together();
  expect(await fixture.told(alert_rule_id)).toEqual(Array(3).fill("alert.firing"));
  for (const vm_id of vms) await fixture.measure(vm_id, 9);
  await together();
  expect(await fixture.told(alert_rule_id)).toEqual([
    ...Array(3).fill("alert.firing"),
    ...Array(3).fill("alert.resolved"),
  ]);
  // One mail tells of all three.
  const mails = await fixture.mails(alert_rule_id);
  expect(mails.map(({ letter, details }) => [letter, details.count])).toEqual([
    ["alert_firing", 3],
    ["alert_resolved", 3],
  ]);
});

test("a worker that dies within an evaluation has told nothing, and the next one tells once", async () => {
  const vm_id = await fixture.newVm("crash");
  const { alert_rule_id } = await fixture.rule({ resource_ids: [vm_id] });
  await fixture.measure(vm_id, 99);
  await fixture.evaluate();
  await fixture.passMinutes(5);
  // The evaluation has written its alert and waits for this row.
  const holder = await fixture.world.database.pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM alert_state WHERE resource_id = $1 FOR UPDATE", [vm_id]);
    const killed = expect(fixture.evaluate()).rejects.toThrow();
    const waiting = () =>
      fixture.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE 'WITH rule AS%'`,
      );
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await fixture.query("SELECT pg_terminate_backend($1)", [(await waiting())[0]?.pid]);
    await killed;
    await holder.query("ROLLBACK");
  } finally {
    holder.release();
  }
  expect(await fixture.alerts(alert_rule_id)).toEqual([]);
  expect(await fixture.mails(alert_rule_id)).toEqual([]);
  await fixture.evaluate();
  expect(await fixture.told(alert_rule_id)).toEqual(["alert.firing"]);
  expect(await fixture.mails(alert_rule_id)).toHaveLength(1);
});

test("a rule that changes while it fires goes on if the new condition holds, and ends if it does not", async () => {
  const vm_id = await fixture.newVm("changing");
  const { alert_rule_id } = await fixture.rule({ resource_ids: [vm_id] });
  await fixture.measure(vm_id, 95);
  await fixture.fire();
  await fixture.update(alert_rule_id, { threshold: 80, minutes: 60 });
  await fixture.evaluate();
  expect(await fixture.told(alert_rule_id)).toEqual(["alert.firing"]);
  // The alert tells of the rule as it was.
  expect(await fixture.alerts(alert_rule_id)).toMatchObject([{ status: "firing", threshold: 90 }]);
  await fixture.update(alert_rule_id, { comparison: "below" });
  await fixture.evaluate();
  expect(await fixture.alerts(alert_rule_id)).toMatchObject([{ status: "ended", end_reason: "ok" }]);
  expect(await fixture.told(alert_rule_id)).toEqual(["alert.firing", "alert.resolved"]);
});

test("a condition that changes before it fires begins to count anew", async () => {
  const vm_id = await fixture.newVm("recounted");
  const { alert_rule_id } = await fixture.rule({ resource_ids: [vm_id] });
  await fixture.measure(vm_id, 95);
  await fixture.evaluate();
  await fixture.passMinutes(5);
  await fixture.update(alert_rule_id, { threshold: 50 });
  await fixture.evaluate();
  expect(await fixture.alerts(alert_rule_id)).toEqual([]);
  await fixture.passMinutes(5);
  await fixture.update(alert_rule_id, { description: "Not a condition" });
  await fixture.evaluate();
  expect(await fixture.alerts(alert_rule_id)).toHaveLength(1);
});

test("an alert ends when its resource is deleted, or the rule no longer names it", async () => {
  const [deleted, other] = [await fixture.newVm("deleted", ["going"]), await fixture.newVm("other", ["going"])];
  const { alert_rule_id } = await fixture.rule({ tag: "going" });
  for (const vm_id of [deleted, other]) await fixture.measure(vm_id, 95);
  await fixture.fire();
  await fixture.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = $1", [deleted]);
  await fixture.query("UPDATE vm SET tags = '{}' WHERE vm_id = $1", [other]);
  await fixture.evaluate();
  await fixture.evaluate();
  const alerts = await fixture.alerts(alert_rule_id);
  expect(Object.fromEntries(alerts.map(({ resource_name, end_reason }) => [resource_name, end_reason]))).toEqual({
    ...{ deleted: "resource_deleted", other: "not_selected" },
  });
  expect(await fixture.states(alert_rule_id)).toEqual([]);
  expect((await fixture.told(alert_rule_id)).filter((kind) => kind === "alert.resolved")).toHaveLength(2);
});

test("switching a rule off or deleting it ends its alerts at once, and those who were told of them are told", async () => {
  const vm_id = await fixture.newVm("switched");
  const { alert_rule_id, name } = await fixture.rule({ resource_ids: [vm_id] });
  await fixture.measure(vm_id, 95);
  await fixture.fire();
  expect(await fixture.update(alert_rule_id, { enabled: false })).toMatchObject({ enabled: false, firing_count: 0 });
  expect(await fixture.states(alert_rule_id)).toEqual([]);
  expect(await fixture.alerts(alert_rule_id)).toMatchObject([{ end_reason: "rule_disabled" }]);
  await fixture.evaluate();
  expect(await fixture.told(alert_rule_id)).toEqual(["alert.firing", "alert.resolved"]);

  await fixture.update(alert_rule_id, { enabled: true });
  await fixture.fire();
  await fixture.remove(alert_rule_id);
  expect(await fixture.alerts(alert_rule_id)).toMatchObject([
    { rule_name: name, end_reason: "rule_deleted" },
    { end_reason: "rule_disabled" },
  ]);
  expect((await fixture.mails(alert_rule_id)).map(({ letter }) => letter)).toEqual([
    ...["alert_firing", "alert_resolved", "alert_firing", "alert_resolved"],
  ]);
});

test("an alert that an evaluation began while its rule was deleted ends with the next one", async () => {
  const vm_id = await fixture.newVm("late");
  const { alert_rule_id } = await fixture.rule({ resource_ids: [vm_id] });
  await fixture.measure(vm_id, 95);
  await fixture.fire();
  await fixture.query("DELETE FROM alert_rule WHERE alert_rule_id = $1", [alert_rule_id]);
  await fixture.evaluate();
  expect(await fixture.alerts(alert_rule_id)).toMatchObject([{ end_reason: "rule_deleted" }]);
});

test("what an evaluation wrote while its rule was switched off is forgotten, and the rule begins anew", async () => {
  const vm_id = await fixture.newVm("switched while compared");
  const { alert_rule_id } = await fixture.rule({ resource_ids: [vm_id] });
  await fixture.measure(vm_id, 95);
  await fixture.fire();
  await fixture.query("UPDATE alert_rule SET enabled = false WHERE alert_rule_id = $1", [alert_rule_id]);
  await fixture.evaluate();
  expect(await fixture.states(alert_rule_id)).toEqual([]);
  expect(await fixture.alerts(alert_rule_id)).toMatchObject([{ end_reason: "rule_disabled" }]);
  await fixture.update(alert_rule_id, { enabled: true });
  await fixture.evaluate();
  expect(await fixture.alerts(alert_rule_id)).toHaveLength(1);
  await fixture.fire();
  expect(await fixture.alerts(alert_rule_id)).toHaveLength(2);
});

test("programs read what fires as events, for which they need the scope of alerts", async () => {
  const vm_id = await fixture.newVm("followed");
  const { alert_rule_id } = await fixture.rule({ resource_ids: [vm_id] });
  await fixture.measure(vm_id, 95);
  await fixture.fire();
  const [alert] = await fixture.alerts(alert_rule_id);
  const [event] = await fixture.send<Event[]>("event.list", {}, {}, { type: "alert.firing", limit: 1 });
  expect(event).toMatchObject({
    ...{ type: "alert.firing", resource_type: "alert", resource_id: alert?.alert_id },
    actor: { type: "system", name: "Fulmar" },
  });
});

test("mails go to the administrators, or to the chosen members who still are", async () => {
  const { database, entry } = fixture.world;
  const member = async (id: string, role: string) => {
    await database.prisma.user.create({ data: { id, name: id, email: `${id}@example.com` } });
    await database.prisma.member.create({
      data: { organization_id: entry.workspace.organizationId, user_id: id, role },
    });
    return id;
  };
  const [admin, viewer, leaver] = [
    await member("an_admin", "admin"),
    await member("a_viewer", "viewer"),
    await member("a_leaver", "viewer"),
  ];
  const vm_id = await fixture.newVm("told");
  await fixture.measure(vm_id, 95);
  const chosen = await fixture.rule({
    ...{ resource_ids: [vm_id], notify_admins: false, notify_user_ids: [viewer, leaver] },
  });
  const all = await fixture.rule({ resource_ids: [vm_id], notify_user_ids: [viewer] });
  const nobody = await fixture.rule({ resource_ids: [vm_id], notify_admins: false });
  await database.prisma.member.deleteMany({ where: { user_id: leaver } });
  await fixture.fire();
  const toldOf = async ({ alert_rule_id }: { alert_rule_id: string }) =>
    (await fixture.mails(alert_rule_id)).map(({ recipient }) => recipient);
  expect(await toldOf(chosen)).toEqual(["a_viewer@example.com"]);
  expect(await toldOf(all)).toEqual(["a_viewer@example.com", `${admin}@example.com`, "test@example.com"]);
  expect(await toldOf(nobody)).toEqual([]);
  expect(await fixture.told(nobody.alert_rule_id)).toEqual(["alert.firing"]);
  // A rule whose recipients are gone can still be changed.
  expect(await fixture.update(chosen.alert_rule_id, { enabled: false })).toMatchObject({ enabled: false });
  await database.prisma.member.deleteMany({ where: { user_id: { in: [admin, viewer] } } });
});

test("the mail says what fires where, and why it ended", async () => {
  const vm_id = await fixture.newVm("web-1");
  const { alert_rule_id } = await fixture.rule({ name: "hot", resource_ids: [vm_id], threshold: 80, minutes: 1 });
  await fixture.measure(vm_id, 93.25);
  await fixture.fire();
  await fixture.measure(vm_id, null);
  await fixture.evaluate();
  const [begun, ended] = (await fixture.mails(alert_rule_id)).map(({ letter, details }) =>
    formatLetter(writeLetter(letter as "alert_firing", details, ""), {
      ...{ name: "Fulmar", support_email: null, consoleUrl: "https://console.example.com" },
    }),
  );
  expect(begun?.subject).toBe("CPU is above 80%: web-1");
  expect(begun?.text).toContain("for a minute in the workspace one (Test), says the alert rule hot");
  expect(begun?.text).toContain("web-1: 93.3%");
  expect(begun?.text).toContain(`/alert-rules/${alert_rule_id}`);
  expect(ended?.subject).toBe("Ended: CPU is above 80%: web-1");
  expect(ended?.text).toContain("web-1: nothing was measured for five minutes");
});

test("an evaluation takes seven statements, however many rules and resources there are", async () => {
  const record = recordStatements(fixture.world.workers);
  const { statements } = await record(() => fixture.evaluate());
  expect(statements).toHaveLength(7);
  await Promise.all([1, 2, 3, 4].map((nth) => fixture.newVm(`more ${nth}`)));
  for (const metric of ["vm_memory_percent", "gpu_temperature_celsius", "cdn_5xx_percent"])
    await fixture.rule({ metric, threshold: 50 });
  const { statements: later } = await record(() => fixture.evaluate());
  expect(later).toHaveLength(7);
});
