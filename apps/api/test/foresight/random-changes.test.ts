// Random changes in one workspace, with a worker: each is planned first and then made by a guarded program. What the
// plan says is what happens, in every resource that the workspace lists. No more is destroyed, published, opened or
// charged than the table of effects says, waits for a person, and counts towards ceilings. What is deleted and
// restored within a deletion window is what it was. FULMAR_SEED repeats a run, and FULMAR_STEPS makes a longer one
// (CONTRIBUTING.md).
import type { PublicOperationId, ResourceChange } from "@fulmar/contract";
import { randomFrom } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { type AnyRequest, ExampleFixture, SITE } from "../examples/example-fixture.ts";
import { startWorker } from "../worker-fixture.ts";
import { HeldPrograms } from "./happened.ts";
import { planOf } from "./plan-fixture.ts";
import { nextRequest, putObjects, readParts } from "./random-requests.ts";
import { charged, compare, declarationOf, type State, settled, stateOf } from "./workspace-state.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_261_126);
const STEPS = Number(process.env.FULMAR_STEPS ?? 40);
/** One restore takes as long as five changes. */
const RESTORES = Math.ceil(STEPS / 5);

let api: Api;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  api = await startApi();
  stopWorker = startWorker(api);
});
afterAll(async () => {
  await stopWorker();
  await api.close();
});

test(`${STEPS} random changes, each planned first, do what their plans say (seed ${SEED})`, {
  timeout: 240_000,
}, async () => {
  const random = randomFrom(SEED);
  const fixture = new ExampleFixture(api, await api.createTenant());
  const programs = await HeldPrograms.open(fixture);
  const counts = { planned: 0, made: 0, refused: 0, states: 0, records: 0, fields: 0, costs: 0 };
  const operationsMade = new Map<string, number>();
  const refusals = new Map<string, number>();
  let number = 0;

  try {
    for (let step = 0; step < STEPS; step++) {
      await settled(fixture);
      const before = await stateOf(fixture);
      const [id, request] = nextRequest(random, before, await readParts(fixture), ++number);
      const operation = declarationOf(id);
      const hourlyBefore = await charged(fixture);
      const asked = await fixture.send(operation, request, { query: { dry_run: "true" }, key: null });
      counts.planned++;
      if (asked.status !== 200) {
        const done = await fixture.send(operation, request);
        expect({ id, status: done.status, code: done.body.code }).toEqual({
          id,
          status: asked.status,
          code: asked.body.code,
        });
        counts.refused++;
        refusals.set(asked.body.code, (refusals.get(asked.body.code) ?? 0) + 1);
        continue;
      }
      const plan = await planOf(fixture, operation, request);
      expect(await stateOf(fixture)).toEqual(before);
      const done = await programs.carryOut(operation, request, () => settled(fixture));
      expect({ id, status: done.status }).toEqual({ id, status: plan.would_answer });
      const after = await stateOf(fixture);
      counts.fields += compare(plan, before, after);
      if (id === "bucket.create") await putObjects(fixture, done.body.name);
      counts.states += 2;
      counts.records += before.size + after.size;
      const added = (await charged(fixture)) - hourlyBefore;
      const expected = Number(plan.cost.hourly_delta);
      // A capture is planned as the most that it can store.
      if (plan.changes.some(isCapture)) expect(added, id).toBeLessThanOrEqual(expected + 1e-9);
      else expect({ id, added: added.toFixed(6) }).toEqual({ id, added: expected.toFixed(6) });
      counts.costs++;
      counts.made++;
      operationsMade.set(id, (operationsMade.get(id) ?? 0) + 1);
    }
  } finally {
    const said = { operations: Object.fromEntries(operationsMade), refusals: Object.fromEntries(refusals) };
    console.info(JSON.stringify({ seed: SEED, ...counts, ...programs.checked, ...said }));
  }
});

function isCapture({ action, resource_type }: ResourceChange): boolean {
  return action === "create" && ["snapshot", "backup", "volume_snapshot"].includes(resource_type);
}

/** Fields that a deletion and a restore write again. */
const WRITTEN_AGAIN: ReadonlySet<string> = new Set(["updated_at", "operation_id"]);

function lasting(state: State): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    [...state].map(([key, fields]) => [
      key,
      Object.fromEntries(Object.entries(fields).filter(([name]) => !WRITTEN_AGAIN.has(name))),
    ]),
  );
}

test(`what is deleted and restored within the window is what it was, ${RESTORES} times (seed ${SEED})`, {
  timeout: 600_000,
}, async () => {
  const random = randomFrom(SEED + 1);
  const fixture = new ExampleFixture(api, await api.createTenant());
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const maybe = () => random() < 0.5;
  const window = "UPDATE workspace SET deletion_window_hours = 24 WHERE workspace_id = $1";
  await api.database.pool.query(window, [fixture.workspaceId]);
  const { vpc_id } = await fixture.make("vpc.create", {
    body: { name: fixture.name(), site_id: SITE, cidr: "10.20.0.0/16" },
  });
  const subnet = { name: fixture.name(), cidr: "10.20.1.0/24" };
  const { subnet_id } = await fixture.make("subnet.create", { params: { vpc_id }, body: subnet });
  const { firewall_group_id } = await fixture.make("firewallGroup.create", { body: { name: fixture.name() } });
  const volume = async () =>
    (await fixture.make("volume.create", { body: { name: fixture.name(), size_gb: 10, site_id: SITE } })).volume_id;
  const counts = { vms: 0, volumes: 0, plans: 0, records: 0, fields: 0 };

  /** A VM with any of what a VM can have, at rest. */
  async function anyVm(): Promise<string> {
    const volume_ids = await Promise.all(Array.from({ length: Math.floor(random() * 3) }, volume));
    const reserved = { site_id: SITE, label: fixture.name() };
    const address = maybe() ? await fixture.make("reservedIp.create", { body: reserved }) : undefined;
    await settled(fixture);
    const { vm_id } = await fixture.make("cloudVm.create", {
      body: {
        ...{
          name: fixture.name(),
          plan_id: pick(["plan-nano", "plan-small"]),
          template_id: "debian-13",
          site_id: SITE,
        },
        ...{ volume_ids, tags: maybe() ? [fixture.name()] : [] },
        ...(maybe() && { vpc_id, subnet_id }),
        ...(maybe() && { firewall_group_ids: [firewall_group_id] }),
        ...(address && { reserved_ip_id: address.public_ip_id }),
      },
    });
    await settled(fixture);
    if (maybe()) await fixture.make("cloudVm.stop", { params: { vm_id } });
    await settled(fixture);
    return vm_id;
  }

  /** Makes a change that is planned first. @returns the state after it */
  async function planned(id: PublicOperationId, request: AnyRequest, before: State): Promise<State> {
    const operation = declarationOf(id);
    const plan = await planOf(fixture, operation, request);
    const done = await fixture.send(operation, request);
    expect({ id, status: done.status }).toEqual({ id, status: plan.would_answer });
    await settled(fixture);
    const after = await stateOf(fixture);
    counts.fields += compare(plan, before, after);
    counts.plans++;
    return after;
  }

  try {
    for (let number = 0; number < RESTORES; number++) {
      const isVm = maybe();
      const request: AnyRequest = isVm
        ? { params: { vm_id: await anyVm() } }
        : { params: { volume_id: await volume() } };
      await settled(fixture);
      const family = isVm ? "cloudVm" : "volume";
      const before = await stateOf(fixture);
      const without = await planned(`${family}.delete`, request, before);
      expect(without.size).toBe(before.size - 1);
      const after = await planned(`${family}.restore`, request, without);
      expect(lasting(after)).toEqual(lasting(before));
      counts.records += before.size;
      counts[isVm ? "vms" : "volumes"]++;
    }
  } finally {
    console.info(JSON.stringify({ seed: SEED, ...counts }));
  }
  expect(counts.vms * counts.volumes).toBeGreaterThan(0);
});
