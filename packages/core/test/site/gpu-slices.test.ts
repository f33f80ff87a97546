// Slices of GPUs beside whole cards: nothing is sold twice, and what is refused or deleted leaves nothing.
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance } from "@fulmar/contract";
import { runWorker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { expect, onTestFinished, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { sagas } from "../../src/worker.ts";
import { computeFixture, refusalOf } from "../compute-fixture.ts";

const fixture = computeFixture();

/** Plans of the catalog, which here mean a whole card and slices of it. */
const [WHOLE, SMALL, LARGE] = ["plan-gpu-l4-1", "plan-gpu-l40s-1", "plan-gpu-h100-8"] as const;
const CARD = "NVIDIA A100";
const MODELS = { [WHOLE]: CARD, [SMALL]: `${CARD} small`, [LARGE]: `${CARD} large` } as const;
type Plan = keyof typeof MODELS;

const address = (card: number) => `0000:0${card}:00.0`;
const whole = (card: number) => ({ address: address(card), model: CARD, uuid: `GPU-${card}` });
const slices = (card: number, profile: "small" | "large", count: number, onDemand: boolean) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ address: `${address(card)}/${profile}/${n + 1}`, model: `${CARD} ${profile}`, uuid: null },
    slice: { card: address(card), profile, onDemand },
  }));

/** A simulated site of which the first hosts have these GPUs, and the others none. */
async function siteWith(name: string, ...hosts: readonly (readonly object[])[]) {
  const { database, databaseUrl } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const { siteId } = await addSite(database, loadConfiguration(environment), {
    ...{ name, location: "Nowhere", provider: "simulated" },
  });
  const provider = `simulated:${siteId}`;
  await fixture.reconcile("inspect-hosts");
  for (const [plan, model] of Object.entries(MODELS))
    await database.pool.query(
      `UPDATE plan SET gpu_model = $2, gpu_count = 1, cpu = 1, ram_mb = 1024, site_ids = site_ids || $3::text
        WHERE plan_id = $1`,
      [plan, model, siteId],
    );
  await database.pool.query("UPDATE quota SET \"limit\" = NULL WHERE resource IN ('gpu_vms', 'cpus')");
  for (const at of [0, 1, 2]) await tell(provider, `host-${at + 1}`, hosts[at] ?? []);
  return { siteId, provider };
}

async function tell(provider: string, host: string, gpus: readonly object[]): Promise<void> {
  await fixture.world.database.pool.query(
    "UPDATE simulated.host SET gpus = $3::jsonb WHERE provider = $1 AND name = $2",
    [provider, host, JSON.stringify(gpus)],
  );
  await fixture.reconcile("inspect-hosts");
}

function twoWorkers(): void {
  fixture.work();
  const { workers: database, services } = fixture.world;
  const second = runWorker({ database, sagas, services, logger: silent });
  onTestFinished(() => second.stop({ graceMs: 0 }));
}

const createAt = (site_id: string, name: string, plan_id: Plan) =>
  fixture.send<Acceptance>("gpuVm.create", {}, { name, site_id, plan_id, template_id: "debian-13" });

interface Outcome {
  readonly vm_id: string;
  readonly plan: Plan;
  readonly code: string;
}

/** Creates VMs at once. The code is that of the refusal or the failure, or `runs`. */
async function createAll(siteId: string, name: string, plans: readonly Plan[]): Promise<Outcome[]> {
  const outcomes = plans.map(async (plan, n) => {
    try {
      const { vm_id, operation_id } = await createAt(siteId, `${name} ${n}`, plan);
      const { status, error_code } = await fixture.ended(operation_id);
      return { vm_id, plan, code: status === "succeeded" ? "runs" : String(error_code) };
    } catch (error) {
      return { vm_id: "", plan, code: (error as { code: string }).code };
    }
  });
  return Promise.all(outcomes);
}

async function deleteAll(vms: readonly Outcome[]): Promise<void> {
  const asked = vms.map(async ({ vm_id }) => {
    const { operation_id } = await fixture.send<Acceptance>("gpuVm.delete", { vm_id });
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  });
  await Promise.all(asked);
}

const runningIn = (outcomes: readonly Outcome[]) => outcomes.filter(({ code }) => code === "runs");

/** What the row of the first host says is free. */
async function free(siteId: string): Promise<Record<string, number>> {
  const { rows } = await fixture.world.database.pool.query(
    "SELECT free_gpus FROM site_host WHERE site_id = $1 ORDER BY name LIMIT 1",
    [siteId],
  );
  return rows[0].free_gpus;
}

/** The VMs of a site with the GPU that each has by the rows, which is the one that the site gave it. */
async function holders(siteId: string) {
  const { rows } = await fixture.world.database.pool.query(
    `SELECT v.vm_id, g.address, g.model, coalesce(g.card, g.address) AS card, g.card IS NULL AS whole, g.on_demand
       FROM vm v JOIN host_gpu g ON g.vm_id = v.vm_id AND g.host_id = v.host_id AND g.model = v.gpu_model
       JOIN simulated.instance i ON i.vm_id = v.vm_id AND i.gpus = ARRAY[g.address]
      WHERE v.site_id = $1 ORDER BY g.address`,
    [siteId],
  );
  return rows as { vm_id: string; address: string; card: string; model: string; whole: boolean; on_demand: boolean }[];
}

/** No GPU is held twice, no card whole and in slices, and no card on demand in two profiles. */
async function expectNothingSoldTwice(siteId: string, running: readonly Outcome[]): Promise<void> {
  const held = await holders(siteId);
  expect(held).toHaveLength(running.length);
  expect(new Set(held.map(({ vm_id }) => vm_id))).toEqual(new Set(running.map(({ vm_id }) => vm_id)));
  expect(new Set(held.map((each) => each.address)).size).toBe(held.length);
  for (const [, ofCard] of Map.groupBy(held, ({ card }) => card)) {
    if (ofCard.some((each) => each.whole)) expect(ofCard).toHaveLength(1);
    if (ofCard.some((each) => each.on_demand)) expect(new Set(ofCard.map(({ model }) => model)).size).toBe(1);
  }
}

test("fifty parallel creates of two workers on eight slices: eight run, the others are refused, nothing leaks", async () => {
  const { siteId } = await siteWith("Eight", slices(1, "small", 5, false), slices(2, "small", 3, false));
  twoWorkers();
  const asked = await createAll(
    siteId,
    "slice",
    Array.from({ length: 50 }, () => SMALL),
  );
  const running = runningIn(asked);
  expect(running).toHaveLength(8);
  expect(asked.filter(({ code }) => code === "site_full")).toHaveLength(42);
  await expectNothingSoldTwice(siteId, running);
  expect(await free(siteId)).toEqual({ [MODELS[SMALL]]: 0 });
  await deleteAll(running);
  expect(await holders(siteId)).toEqual([]);
  expect(await free(siteId)).toEqual({ [MODELS[SMALL]]: 5 });
});

test("cards, small and large slices at once: none is sold twice, and everything comes back", async () => {
  const cards = [1, 2, 3].flatMap((card) => [
    whole(card),
    ...slices(card, "small", 4, true),
    ...slices(card, "large", 2, true),
  ]);
  const { siteId } = await siteWith("Mixed", cards);
  const all = { [MODELS[WHOLE]]: 3, [MODELS[SMALL]]: 12, [MODELS[LARGE]]: 6 };
  expect(await free(siteId)).toEqual(all);
  twoWorkers();
  const plans = Array.from({ length: 30 }, (_, n) => [WHOLE, SMALL, LARGE][n % 3] ?? WHOLE);
  const first = await createAll(siteId, "first", plans);
  await expectNothingSoldTwice(siteId, runningIn(first));
  for (const { code } of first) expect(["runs", "site_full"]).toContain(code);
  // Each card is taken: whole, or in slices of one profile until none is left of it.
  expect(new Set((await holders(siteId)).map(({ card }) => card)).size).toBe(3);
  expect(Object.values(await free(siteId)).every((left) => left === 0)).toBe(true);
  const half = runningIn(first).filter((_, n) => n % 2 === 0);
  await deleteAll(half);
  const second = await createAll(siteId, "second", plans.toReversed());
  const running = [...runningIn(first).filter((vm) => !half.includes(vm)), ...runningIn(second)];
  await expectNothingSoldTwice(siteId, running);
  await deleteAll(running);
  expect(await free(siteId)).toEqual(all);
});

test("a taken slice keeps its card and other profiles from others, and the same profile fills begun cards first", async () => {
  const cards = [1, 2].flatMap((card) => [
    whole(card),
    ...slices(card, "small", 2, true),
    ...slices(card, "large", 1, true),
  ]);
  const { siteId } = await siteWith("Begun", cards);
  twoWorkers();
  const small = await createAll(siteId, "small", [SMALL]);
  expect(await free(siteId)).toEqual({ [MODELS[WHOLE]]: 1, [MODELS[SMALL]]: 3, [MODELS[LARGE]]: 1 });
  await createAll(siteId, "again", [SMALL]);
  expect((await holders(siteId)).map((each) => each.address)).toEqual([
    `${address(1)}/small/1`,
    `${address(1)}/small/2`,
  ]);
  expect(await free(siteId)).toEqual({ [MODELS[WHOLE]]: 1, [MODELS[SMALL]]: 2, [MODELS[LARGE]]: 1 });
  const [card] = await createAll(siteId, "card", [WHOLE]);
  expect(card?.code).toBe("runs");
  expect(await free(siteId)).toEqual({ [MODELS[WHOLE]]: 0, [MODELS[SMALL]]: 0, [MODELS[LARGE]]: 0 });
  expect((await refusalOf(createAt(siteId, "none", LARGE))).code).toBe("site_full");
  // One slice still holds the card.
  await deleteAll(small);
  expect(await free(siteId)).toEqual({ [MODELS[WHOLE]]: 0, [MODELS[SMALL]]: 1, [MODELS[LARGE]]: 0 });
});

test("slices that exist of several profiles are beside each other, and a resize moves from one to the other", async () => {
  const { siteId } = await siteWith("Divided", [...slices(1, "small", 2, false), ...slices(1, "large", 1, false)]);
  twoWorkers();
  const [one] = await createAll(siteId, "one", [SMALL]);
  const vm_id = String(one?.vm_id);
  const { operation_id } = await fixture.send<Acceptance>("gpuVm.resizePlan", { vm_id }, { plan_id: LARGE });
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  expect((await holders(siteId)).map((each) => each.address)).toEqual([`${address(1)}/large/1`]);
  expect(await free(siteId)).toEqual({ [MODELS[SMALL]]: 2, [MODELS[LARGE]]: 0 });
  expect(runningIn(await createAll(siteId, "both", [SMALL, SMALL, LARGE]))).toHaveLength(2);
});

test("profiles that no plan names have no rows, and a card that a VM has keeps its model and slices", async () => {
  const unnamed = slices(1, "small", 3, true).map((each) => ({
    ...each,
    address: each.address.replace("small", "tiny"),
    model: `${CARD} tiny`,
  }));
  const all = [whole(1), ...slices(1, "small", 2, true), ...unnamed];
  const { siteId, provider } = await siteWith("Passed", all);
  expect(await free(siteId)).toEqual({ [MODELS[WHOLE]]: 1, [MODELS[SMALL]]: 2 });
  twoWorkers();
  const vms = await createAll(siteId, "passed", [WHOLE]);
  // Its driver is gone from the host with it.
  await tell(provider, "host-1", [{ ...whole(1), model: "GA100 [A100]", uuid: null }]);
  expect(await free(siteId)).toEqual({ [MODELS[WHOLE]]: 0, [MODELS[SMALL]]: 0 });
  expect(await holders(siteId)).toHaveLength(1);
  await deleteAll(vms);
  await tell(provider, "host-1", all);
  expect(await free(siteId)).toEqual({ [MODELS[WHOLE]]: 1, [MODELS[SMALL]]: 2 });
});

test("rows that name another slice than the site follow it, as after a restore of the database", async () => {
  const { siteId } = await siteWith("Restored", slices(1, "small", 3, true));
  twoWorkers();
  const [vm] = await createAll(siteId, "vm", [SMALL]);
  const given = `${address(1)}/small/3`;
  const { pool } = fixture.world.database;
  await pool.query("UPDATE simulated.instance SET gpus = ARRAY[$2] WHERE vm_id = $1", [vm?.vm_id, given]);
  await fixture.reconcile("reconcile-instances");
  expect((await holders(siteId)).map((each) => each.address)).toEqual([given]);
  expect(await free(siteId)).toEqual({ [MODELS[SMALL]]: 2 });
});
