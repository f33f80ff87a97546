// A group of VMs that is stopped and started, by hand and by its schedule (docs/adr/0161).
import type { VmGroup, VmGroupMember } from "@fulmar/contract";
import { afterEach, expect, test } from "vitest";
import type { WorkerServices } from "../../src/worker.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();
let groups = 0;
let current = "";

const get = () => fixture.send<VmGroup>("vmGroup.get", { vm_group_id: current });
const members = async () =>
  (await fixture.send<VmGroupMember[]>("vmGroup.members", { vm_group_id: current })).toSorted(
    (a, b) => a.number - b.number,
  );
const statuses = async () => (await members()).map(({ status }) => status);
const query = async (text: string, ...values: unknown[]) =>
  (await fixture.world.database.pool.query(text, values)).rows;
const send = (verb: "stop" | "start" | "roll") => fixture.send<VmGroup>(`vmGroup.${verb}`, { vm_group_id: current });

/** One visit of the worker, as if its pauses had passed. */
async function visit(services: Partial<WorkerServices> = {}): Promise<void> {
  await query("UPDATE vm_group SET due_at = now()");
  await fixture.reconcile("follow-vm-groups", services);
}

/** Ends what is under way on VMs, as a worker and a site would. @param outcome of stops and starts */
async function finish(outcome: "succeeded" | "failed" = "succeeded"): Promise<void> {
  const ended: Record<string, string> =
    outcome === "succeeded" ? { stopping: "stopped" } : { stopping: "running", starting: "stopped" };
  for (const { vm_id, status } of await query("SELECT vm_id, status::text FROM vm WHERE operation_id IS NOT NULL")) {
    const gone = status === "deleting";
    await query(
      `UPDATE vm SET status = $2::vm_status, deleted_at = CASE WHEN $3 THEN now() END, operation_id = NULL
        WHERE vm_id = $1`,
      ...[vm_id, gone ? "deleted" : (ended[status] ?? "running"), gone],
    );
  }
  await query("UPDATE operation SET status = $1, finished_at = now() WHERE finished_at IS NULL", outcome);
}

async function create(desired_count: number, more: object = {}): Promise<void> {
  const body = { name: `group-${++groups}`, desired_count, plan_id: "plan-nano", template_id: "debian-13", ...more };
  current = (await fixture.send<VmGroup>("vmGroup.create", {}, body)).vm_group_id;
  await finish();
  await visit();
  await visit();
}

/** Until the group has nothing to do. @returns the least VMs that ran meanwhile */
async function untilStill(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let visits = 0; visits < 40; visits++) {
    await visit();
    least = Math.min(least, (await statuses()).filter((status) => status === "running").length);
    if (["steady", "stopped"].includes((await get()).state)) return least;
    await finish();
  }
  throw new Error(`the group is not still: ${JSON.stringify([await get(), await members()])}`);
}

const stops = (action = "stop") =>
  query(
    `SELECT FROM operation o JOIN vm_group_member m ON m.vm_id = o.resource_id
      WHERE m.vm_group_id = $1 AND o.action = $2`,
    ...[current, action],
  );

afterEach(async () => {
  await finish();
  await fixture.send("vmGroup.delete", { vm_group_id: current });
  await finish();
});

test("a stop by hand stops its VMs, heals and makes none meanwhile, and a start has all run again", async () => {
  await create(3);
  const stopped = await send("stop");
  expect(stopped).toMatchObject({ power: "stopped", state: "changing", next_stop_at: null });
  await visit();
  expect(await statuses()).toEqual(["stopping", "stopping", "stopping"]);
  await finish();
  await untilStill();
  const reason = "Test has stopped it. Until it starts, it makes, heals, scales and replaces no VMs.";
  expect(await get()).toMatchObject({ state: "stopped", reason });
  const [first] = await members();
  await fixture.send("cloudVm.delete", { vm_id: first?.vm_id ?? "" });
  await finish();
  await fixture.send("vmGroup.update", { vm_group_id: current }, { desired_count: 4 });
  await untilStill();
  expect(await statuses()).toEqual(["stopped", "stopped"]);
  expect(await get()).toMatchObject({ state: "stopped", reason, member_count: 2, desired_count: 4 });
  await send("start");
  await untilStill();
  expect(await get()).toMatchObject({ state: "steady", power: "running", reason: null, member_count: 4 });
  expect(await statuses()).toEqual(["running", "running", "running", "running"]);
  const { vm_id } = (await members())[2] ?? { vm_id: "" };
  expect(await query("SELECT action, actor_type, actor_name FROM audit_event WHERE resource_id = $1", vm_id)).toEqual(
    expect.arrayContaining([
      { action: "cloudVm.stop", actor_type: "system", actor_name: `VM group group-${groups}` },
      { action: "cloudVm.start", actor_type: "system", actor_name: `VM group group-${groups}` },
    ]),
  );
});

test("a VM that somebody stopped stays stopped, and one that somebody starts runs on until the next stop", async () => {
  await create(2);
  const [first, second] = await members();
  await fixture.send("cloudVm.stop", { vm_id: first?.vm_id ?? "" });
  await finish();
  await send("stop");
  await untilStill();
  expect(await stops()).toHaveLength(2);
  await fixture.send("cloudVm.start", { vm_id: second?.vm_id ?? "" });
  await finish();
  await untilStill();
  expect(await statuses()).toEqual(["stopped", "running"]);
  await send("stop");
  await untilStill();
  expect(await statuses()).toEqual(["stopped", "stopped"]);
  await send("start");
  await untilStill();
  expect(await statuses()).toEqual(["stopped", "running"]);
  await send("stop");
  await untilStill();
  expect(await statuses()).toEqual(["stopped", "stopped"]);
});

test("stops and starts that fail are tried again, and the group says so", async () => {
  await create(1);
  await send("stop");
  await visit();
  await finish("failed");
  await visit();
  await visit();
  const reason = "VMs of the group cannot be stopped or started; it goes on trying. Their operations say why.";
  expect(await get()).toMatchObject({ state: "error", reason });
  expect(await stops()).toHaveLength(2);
  await finish();
  await untilStill();
  expect(await get()).toMatchObject({ state: "stopped", reason: expect.stringContaining("Test has stopped it") });
  await send("start");
  await visit();
  await finish("failed");
  await visit();
  await visit();
  expect(await get()).toMatchObject({ state: "error", reason });
  await finish();
  await untilStill();
  expect([await statuses(), await stops("start")]).toEqual([["running"], [{}, {}]]);
});

test("its schedule stops it once, also with three workers, and what somebody does by hand holds until the next time", async () => {
  const power_schedule = { times: [{ time: "00:00", power: "stopped" }] };
  await create(2, { power_schedule });
  const { next_stop_at, next_start_at } = await get();
  expect(new Date(next_stop_at ?? "").getTime()).toBeGreaterThan(Date.now());
  expect(next_start_at).toBeNull();
  const dayPasses = () => query("UPDATE vm_group SET power_done_at = now() - interval '1 day'");
  await dayPasses();
  await Promise.all([visit(), visit(), visit()]);
  await visit();
  expect(await get()).toMatchObject({
    ...{ power: "stopped", acts_as: "Test" },
    reason: expect.stringMatching(/^The schedule says stopped from 00:00 on \(UTC\)\. Until it starts/),
  });
  await Promise.all([visit(), visit(), visit()]);
  expect(await stops()).toHaveLength(2);
  expect(
    await query("SELECT actor_name FROM audit_event WHERE resource_id = $1 AND action = 'vmGroup.stop'", current),
  ).toEqual([{ actor_name: `VM group group-${groups}: The schedule says stopped from 00:00 on (UTC).` }]);
  await finish();
  await send("start");
  await untilStill();
  expect(await get()).toMatchObject({ power: "running", state: "steady" });
  await dayPasses();
  await visit();
  expect((await get()).power).toBe("stopped");
  const changed = await fixture.send<VmGroup>("vmGroup.update", { vm_group_id: current }, { power_schedule: null });
  expect(changed).toMatchObject({ power: "stopped", power_schedule: null, next_stop_at: null });
});

test("a worker that dies after its first stop leaves what the next one does", async () => {
  await create(3);
  await send("stop");
  const { changes } = fixture.world.services as unknown as {
    changes: { change: (...given: never[]) => Promise<void> };
  };
  let done = 0;
  const dying = {
    async change(...given: never[]) {
      if (done++ === 1) throw new Error("killed");
      return changes.change(...given);
    },
  };
  await expect(visit({ changes: dying } as unknown as Partial<WorkerServices>)).rejects.toThrow("killed");
  expect(await stops()).toHaveLength(1);
  await untilStill();
  expect([await statuses(), await stops()]).toEqual([
    ["stopped", "stopped", "stopped"],
    [{}, {}, {}],
  ]);
});

test("another template replaces the VMs of a stopped group when it has started, and never fewer than the count run", async () => {
  await create(2);
  const before = (await members()).map(({ vm_id }) => vm_id);
  await send("stop");
  await untilStill();
  await send("roll");
  await untilStill();
  expect([(await members()).map(({ vm_id }) => vm_id), await statuses()]).toEqual([before, ["stopped", "stopped"]]);
  expect(await get()).toMatchObject({ state: "stopped", outdated_count: 2 });
  await send("start");
  await visit();
  expect(await statuses()).toEqual(["starting", "starting"]);
  await finish();
  expect(await untilStill()).toBe(2);
  expect(await get()).toMatchObject({ outdated_count: 0, member_count: 2 });
  expect((await members()).some(({ vm_id }) => before.includes(vm_id))).toBe(false);
});

test("a group that is stopped while it replaces a VM keeps both until it has started", async () => {
  await create(1);
  const [old] = await members();
  await send("roll");
  await visit();
  expect(await members()).toHaveLength(2);
  await send("stop");
  await finish();
  await untilStill();
  expect(await statuses()).toEqual(["stopped", "stopped"]);
  await send("start");
  await visit();
  expect(await statuses()).toEqual(["starting", "starting"]);
  await untilStill();
  expect((await members()).map(({ vm_id }) => vm_id === old?.vm_id)).toEqual([false]);
});

test("rules do not scale it while it is stopped, and the latest time of a day decides when it starts", async () => {
  const schedule = [{ time: "00:00", count: 2 }];
  await create(1, { scaling: { min_count: 1, max_count: 3, schedule } });
  await send("stop");
  await untilStill();
  await query("UPDATE vm_group SET schedule_done_at = now() - interval '1 day'");
  await untilStill();
  expect(await get()).toMatchObject({ desired_count: 1, state: "stopped", scaling_decisions: [] });
  await send("start");
  await visit();
  await untilStill();
  expect(await get()).toMatchObject({ desired_count: 2, member_count: 2, state: "steady" });
});

test("VMs of a stopped group are no targets of its pool, so nothing is found offline in the night", async () => {
  const body = {
    ...{ name: "balancer", site_id: "site-ams-1" },
    configuration: { pools: [{ name: "web", protocol: "http", target_tag: "web", target_port: 80 }] },
  };
  const { load_balancer_id } = await fixture.send<{ load_balancer_id: string }>("loadBalancer.create", {}, body);
  const [pool] = await query("SELECT pool_id FROM load_balancer_pool WHERE load_balancer_id = $1", load_balancer_id);
  await create(1, { load_balancer_id, pool_id: pool?.pool_id });
  const targets = () =>
    query("SELECT target_id, vm_id FROM load_balancer_target WHERE load_balancer_id = $1", load_balancer_id);
  const [only] = await members();
  const [target] = await targets();
  expect(target).toMatchObject({ vm_id: only?.vm_id });
  const found = (status: string) =>
    query(
      `INSERT INTO load_balancer_health (workspace_id, load_balancer_id, targets, checked_at)
       SELECT workspace_id, load_balancer_id, jsonb_build_object($2::text, jsonb_build_object('status', $3::text)), now()
         FROM load_balancer WHERE load_balancer_id = $1
           ON CONFLICT (workspace_id, load_balancer_id) DO UPDATE SET targets = excluded.targets`,
      ...[load_balancer_id, target?.target_id, status],
    );
  await found("offline");
  await visit();
  const unhealthy = () =>
    query("SELECT unhealthy_since IS NOT NULL AS is FROM vm_group_member WHERE vm_group_id = $1", current);
  expect(await unhealthy()).toEqual([{ is: true }]);
  await query("UPDATE vm_group_member SET unhealthy_since = now() - interval '1 day' WHERE vm_group_id = $1", current);
  await send("stop");
  await visit();
  expect([await unhealthy(), await statuses()]).toEqual([[{ is: false }], ["stopping"]]);
  await finish();
  await untilStill();
  expect([await targets(), (await members())[0]?.vm_id]).toEqual([[], only?.vm_id]);
});

test("a paused group stops when it is resumed", async () => {
  await create(1);
  await fixture.send("vmGroup.pause", { vm_group_id: current });
  expect(await send("stop")).toMatchObject({ state: "paused", power: "stopped", reason: null });
  await visit();
  expect(await statuses()).toEqual(["running"]);
  await fixture.send("vmGroup.resume", { vm_group_id: current });
  await untilStill();
  expect(await statuses()).toEqual(["stopped"]);
});
