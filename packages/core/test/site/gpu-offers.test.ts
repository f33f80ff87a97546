// Where a GPU plan is sold, and that plans of several cards never get more of them than there are.
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance, OperationId, Plan } from "@fulmar/contract";
import { runWorker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { expect, onTestFinished, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { sagas } from "../../src/worker.ts";
import { computeFixture, refusalOf } from "../compute-fixture.ts";

const fixture = computeFixture();
const MODEL = "NVIDIA L4";
/** By count of cards. */
const PLANS = { 1: "plan-gpu-l4-1", 2: "plan-gpu-l40s-1", 4: "plan-gpu-h100-1" } as const;

const write = (text: string, values: readonly unknown[] = []) => fixture.world.database.pool.query(text, [...values]);

/** A simulated site with all plans, whose three hosts tell so many GPUs. */
async function siteWithGpus(name: string, counts: readonly number[]): Promise<string> {
  const { database, databaseUrl } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const { siteId } = await addSite(database, loadConfiguration(environment), {
    ...{ name, location: "Nowhere", provider: "simulated" },
  });
  await fixture.reconcile("inspect-hosts");
  const { rows } = await write("SELECT plan_id FROM plan WHERE gpu_count > 0 ORDER BY plan_id");
  const known = new Set(rows.map(({ plan_id }) => plan_id));
  for (const [count, plan] of Object.entries(PLANS)) {
    expect(known).toContain(plan);
    await write("UPDATE plan SET gpu_model = $2, gpu_count = $3, cpu = 1, ram_mb = 1024 WHERE plan_id = $1", [
      ...[plan, MODEL, count],
    ]);
  }
  await write("UPDATE plan SET site_ids = site_ids || $1::text WHERE gpu_count > 0", [siteId]);
  await write("UPDATE quota SET \"limit\" = NULL WHERE resource IN ('gpu_vms', 'cpus')");
  await tell(siteId, counts);
  return siteId;
}

async function tell(siteId: string, counts: readonly number[]): Promise<void> {
  for (const [at, count] of counts.entries()) {
    const gpus = Array.from({ length: count }, (_, n) => ({ address: `0000:0${n}:00.0`, model: MODEL, uuid: null }));
    await write("UPDATE simulated.host SET gpus = $3::jsonb WHERE provider = $1 AND name = $2", [
      ...[`simulated:${siteId}`, `host-${at + 1}`, JSON.stringify(gpus)],
    ]);
  }
  await fixture.reconcile("inspect-hosts");
}

const createAt = (site_id: string, name: string, plan_id: string) =>
  fixture.send<Acceptance>("gpuVm.create", {}, { name, site_id, plan_id, template_id: "debian-13" });

/** The plans, by count of cards, that the list offers at a site. */
async function soldAt(site_id: string): Promise<string[]> {
  const ids: readonly string[] = Object.values(PLANS);
  const all = await fixture.send<Plan[]>("plan.list", {}, {}, { type: "gpu" });
  const here = await fixture.send<Plan[]>("plan.list", {}, {}, { type: "gpu", site_id });
  const sold = all.filter((plan) => ids.includes(plan.plan_id) && plan.site_ids.includes(site_id));
  const ofSite = here.filter((plan) => ids.includes(plan.plan_id)).map(({ plan_id }) => plan_id);
  expect(sold.map(({ plan_id }) => plan_id)).toEqual(ofSite);
  return Object.entries(PLANS).flatMap(([count, plan]) => (ofSite.includes(plan) ? [count] : []));
}

test("a plan is sold where an active host has its cards: the list, the create and the resize agree", async () => {
  const siteId = await siteWithGpus("Offers", [1, 3, 0]);
  expect(await soldAt(siteId)).toEqual(["1", "2"]);
  const refusal = await refusalOf(createAt(siteId, "four", PLANS[4]));
  expect(refusal).toMatchObject({
    code: "unsupported_by_site",
    message: "The site has no host with 4 × NVIDIA L4; GET /compute/plans lists the sites where the plan is sold.",
  });
  await write("UPDATE site_host SET state = 'cordoned' WHERE site_id = $1 AND name = 'host-2'", [siteId]);
  expect(await soldAt(siteId)).toEqual(["1"]);
  expect(await refusalOf(createAt(siteId, "two", PLANS[2]))).toMatchObject({ code: "unsupported_by_site" });
  fixture.work();
  const one = await createAt(siteId, "one", PLANS[1]);
  expect(await fixture.ended(one.operation_id)).toMatchObject({ status: "succeeded" });
  const resize = fixture.send("gpuVm.resizePlan" satisfies OperationId, { vm_id: one.vm_id }, { plan_id: PLANS[2] });
  expect(await refusalOf(resize)).toMatchObject({ code: "invalid_request" });
  // All its cards are taken: the plan is sold there still, and the site is full.
  expect(await soldAt(siteId)).toEqual(["1"]);
  expect(await refusalOf(createAt(siteId, "late", PLANS[1]))).toMatchObject({ code: "site_full" });
  await write("UPDATE site_host SET state = 'active' WHERE site_id = $1", [siteId]);
  await tell(siteId, [4, 0, 0]);
  expect(await soldAt(siteId)).toEqual(["1", "2", "4"]);
  // An operator sells it at fewer sites than have the cards.
  await write("UPDATE plan SET site_ids = array_remove(site_ids, $1) WHERE plan_id = $2", [siteId, PLANS[4]]);
  expect(await soldAt(siteId)).toEqual(["1", "2"]);
  expect(await refusalOf(createAt(siteId, "four", PLANS[4]))).toMatchObject({ code: "invalid_request" });
});

test("parallel creates of plans with one, two and four cards never get more than there are, and all come back", async () => {
  const siteId = await siteWithGpus("Mixed", [4, 4, 2]);
  fixture.work();
  const { workers: database, services } = fixture.world;
  const second = runWorker({ database, sagas, services, logger: silent });
  onTestFinished(() => second.stop({ graceMs: 0 }));
  const counts = [4, 2, 1] as const;
  const asked = Array.from({ length: 30 }, (_, n) => counts[n % counts.length] ?? 1);
  const ended = await Promise.all(
    asked.map(async (count, n) => {
      try {
        const { vm_id, operation_id } = await createAt(siteId, `mixed ${n}`, PLANS[count]);
        const { status, error_code } = await fixture.ended(operation_id);
        return { vm_id, count, code: status === "succeeded" ? "runs" : error_code };
      } catch (error) {
        return { vm_id: "", count, code: (error as { code?: string }).code };
      }
    }),
  );
  expect(new Set(ended.map(({ code }) => code))).toEqual(new Set(["runs", "site_full"]));
  const running = ended.filter(({ code }) => code === "runs");
  const { rows } = await write(
    `SELECT v.vm_id, v.gpu_count AS wanted, count(g.address)::int AS held, bool_and(g.host_id = v.host_id) AS here
       FROM vm v JOIN host_gpu g USING (vm_id) WHERE v.site_id = $1 GROUP BY v.vm_id`,
    [siteId],
  );
  expect(rows.map(({ vm_id }) => vm_id).toSorted()).toEqual(running.map(({ vm_id }) => vm_id).toSorted());
  for (const { wanted, held, here } of rows) expect({ held, here }).toEqual({ held: wanted, here: true });
  // Cards are left only where no plan that was refused fits: the smallest is one card.
  const taken = running.reduce((sum, { count }) => sum + count, 0);
  const refusedOnes = ended.filter(({ code, count }) => code === "site_full" && count === 1).length;
  expect(taken).toBeLessThanOrEqual(10);
  expect(refusedOnes === 0 || taken === 10).toBe(true);
  for (const { vm_id } of running) {
    const { operation_id } = await fixture.send<Acceptance>("gpuVm.delete", { vm_id });
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  }
  const { rows: free } = await write(
    "SELECT name, (free_gpus ->> $2)::int AS free FROM site_host WHERE site_id = $1 ORDER BY name",
    [siteId, MODEL],
  );
  expect(free.map(({ name, free: n }) => `${name} ${n}`)).toEqual(["host-1 4", "host-2 4", "host-3 2"]);
});
