// The GPUs of a site's hosts: who gets them, what is refused, and that each comes back.
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance } from "@fulmar/contract";
import { runWorker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "../../src/index.ts";
import { addSite } from "../../src/operator.ts";
import { sagas } from "../../src/worker.ts";
import { computeFixture, refusalOf } from "../compute-fixture.ts";

const fixture = computeFixture();
const PLAN = "plan-gpu-l4-1";
const MODEL = "NVIDIA L4";

/** A simulated site whose hosts have so many GPUs of the plan's model. Another model is at the first host, too. */
async function siteWithGpus(name: string, counts: readonly [number, number, number]) {
  const { database, databaseUrl } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const { siteId } = await addSite(database, loadConfiguration(environment), {
    ...{ name, location: "Nowhere", provider: "simulated" },
  });
  const provider = `simulated:${siteId}`;
  await fixture.reconcile("inspect-hosts");
  await database.pool.query("UPDATE plan SET site_ids = site_ids || $1::text WHERE gpu_count > 0", [siteId]);
  await database.pool.query("UPDATE quota SET \"limit\" = NULL WHERE resource IN ('gpu_vms', 'cpus')");
  for (const [at, count] of counts.entries()) {
    const gpus = Array.from({ length: count }, (_, n) => gpu(n));
    if (at === 0) gpus.push({ ...gpu(90), model: "NVIDIA H100" });
    await tell(provider, `host-${at + 1}`, gpus);
  }
  return { siteId, provider };
}

const gpu = (n: number) => ({ address: `0000:${String(n).padStart(2, "0")}:00.0`, model: MODEL, uuid: `GPU-${n}` });

async function tell(provider: string, host: string, gpus: readonly object[]): Promise<void> {
  await fixture.world.database.pool.query(
    "UPDATE simulated.host SET gpus = $3::jsonb WHERE provider = $1 AND name = $2",
    [provider, host, JSON.stringify(gpus)],
  );
  await fixture.reconcile("inspect-hosts");
}

const createAt = (site_id: string, name: string) =>
  fixture.send<Acceptance>("gpuVm.create", {}, { name, site_id, plan_id: PLAN, template_id: "debian-13" });

async function deleted(vm_id: string): Promise<void> {
  const { operation_id } = await fixture.send<Acceptance>("gpuVm.delete", { vm_id });
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
}

/** By host: how many GPUs of the model VMs have, how many are free, and what the row of the host says is free. */
async function held(site_id: string): Promise<string[]> {
  const { rows } = await fixture.world.database.pool.query(
    `SELECT h.name, count(g.vm_id)::int AS held, count(*) FILTER (WHERE g.vm_id IS NULL AND g.address IS NOT NULL)::int AS free,
            coalesce((h.free_gpus ->> $2)::int, 0) AS said
       FROM site_host h LEFT JOIN host_gpu g ON g.host_id = h.host_id AND g.model = $2
      WHERE h.site_id = $1 GROUP BY h.host_id ORDER BY h.name`,
    [site_id, MODEL],
  );
  for (const { free, said } of rows) expect(said).toBe(free);
  return rows.map(({ name, held: used, free }) => `${name} ${used}/${used + free}`);
}

test("fifty parallel creates of two workers on eight GPUs: eight run, the others are refused, and nothing leaks", async () => {
  const { siteId } = await siteWithGpus("Eight", [5, 3, 0]);
  fixture.work();
  const { workers: database, services } = fixture.world;
  const second = runWorker({ database, sagas, services, logger: silent });
  onTestFinished(() => second.stop({ graceMs: 0 }));
  const asked = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      createAt(siteId, `train ${n}`).then(
        (accepted) => ({ accepted, code: null }),
        (error) => ({ accepted: null, code: error.code }),
      ),
    ),
  );
  const ended = await Promise.all(
    asked.map(async ({ accepted, code }) => {
      if (accepted === null) return { vm_id: "", code };
      const { status, error_code } = await fixture.ended(accepted.operation_id);
      return { vm_id: accepted.vm_id, code: status === "succeeded" ? "runs" : error_code };
    }),
  );
  const running = ended.filter(({ code }) => code === "runs");
  expect(running).toHaveLength(8);
  expect(ended.filter(({ code }) => code === "site_full")).toHaveLength(42);
  expect(await held(siteId)).toEqual(["host-1 5/5", "host-2 3/3", "host-3 0/0"]);
  const { rows } = await fixture.world.database.pool.query(
    `SELECT g.vm_id, count(*)::int AS gpus, min(v.gpu_count) AS wanted, bool_and(v.host_id = g.host_id) AS here
       FROM host_gpu g JOIN vm v USING (vm_id) WHERE v.site_id = $1 GROUP BY g.vm_id`,
    [siteId],
  );
  expect(rows).toHaveLength(8);
  for (const row of rows) expect(row).toMatchObject({ gpus: 1, wanted: 1, here: true });
  expect(await refusalOf(createAt(siteId, "one more"))).toMatchObject({
    code: "site_full",
    message: expect.stringContaining("no room for a VM of this plan now; choose another site"),
  });
  for (const { vm_id } of running.slice(0, 3)) await deleted(vm_id);
  const again = await createAt(siteId, "again");
  expect(await fixture.ended(again.operation_id)).toMatchObject({ status: "succeeded" });
  for (const { vm_id } of running.slice(3)) await deleted(vm_id);
  await deleted(again.vm_id);
  expect(await held(siteId)).toEqual(["host-1 0/5", "host-2 0/3", "host-3 0/0"]);
});

test("a create that fails at any step gives its GPU back", async () => {
  const { siteId } = await siteWithGpus("Failing", [1, 0, 0]);
  fixture.work();
  for (const step of ["create-instance", "provision-instance", "configure-instance", "boot-instance"]) {
    const { operation_id } = await createAt(siteId, `fail-at-${step}--gpu`);
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "failed" });
    expect(await held(siteId)).toEqual(["host-1 0/1", "host-2 0/0", "host-3 0/0"]);
  }
  const { operation_id } = await createAt(siteId, "works");
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  expect(await held(siteId)).toEqual(["host-1 1/1", "host-2 0/0", "host-3 0/0"]);
});

test("a GPU that its host tells no more stays while a VM has it, and a free one is forgotten", async () => {
  const { siteId, provider } = await siteWithGpus("Shrinking", [2, 0, 0]);
  fixture.work();
  const { vm_id, operation_id } = await createAt(siteId, "stays");
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  await tell(provider, "host-1", []);
  expect(await held(siteId)).toEqual(["host-1 1/1", "host-2 0/0", "host-3 0/0"]);
  expect((await refusalOf(createAt(siteId, "none left"))).code).toBe("site_full");
  await deleted(vm_id);
  await tell(provider, "host-1", []);
  expect(await held(siteId)).toEqual(["host-1 0/0", "host-2 0/0", "host-3 0/0"]);
  await tell(provider, "host-2", [gpu(7)]);
  const { operation_id: late } = await createAt(siteId, "elsewhere");
  expect(await fixture.ended(late)).toMatchObject({ status: "succeeded" });
  expect(await held(siteId)).toEqual(["host-1 0/0", "host-2 1/1", "host-3 0/0"]);
});

test("of two resizes that need the last GPU, one gets it, and a smaller plan gives it back", async () => {
  const { siteId } = await siteWithGpus("Resized", [3, 0, 0]);
  const { pool } = fixture.world.database;
  const two = "plan-gpu-l40s-1";
  await pool.query("UPDATE plan SET gpu_model = $2, gpu_count = 2, disk_gb = 200 WHERE plan_id = $1", [two, MODEL]);
  fixture.work();
  const made = await Promise.all(["one", "two"].map((name) => createAt(siteId, name)));
  for (const { operation_id } of made) expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  const { services, workers: database } = fixture.world;
  const another = runWorker({ database, sagas, services, logger: silent });
  onTestFinished(() => another.stop({ graceMs: 0 }));
  const resize = (vm_id: string, plan_id: string) =>
    fixture.send<Acceptance>("gpuVm.resizePlan", { vm_id }, { plan_id });
  const accepted = await Promise.all(made.map(({ vm_id }) => resize(vm_id, two)));
  const ended = await Promise.all(accepted.map(({ operation_id }) => fixture.ended(operation_id)));
  expect(ended.map(({ error_code }) => error_code ?? "none").sort()).toEqual(["none", "site_full"]);
  expect(await held(siteId)).toEqual(["host-1 3/3", "host-2 0/0", "host-3 0/0"]);
  const grown = made[ended.findIndex(({ error_code }) => error_code === null)];
  const { operation_id } = await resize(String(grown?.vm_id), PLAN);
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  expect(await held(siteId)).toEqual(["host-1 2/3", "host-2 0/0", "host-3 0/0"]);
});

/** The addresses that the site gave to a VM, and those that its rows name. */
async function addresses(vm_id: string) {
  const { rows } = await fixture.world.database.pool.query(
    `SELECT i.gpus AS given, ARRAY(SELECT g.address FROM host_gpu g WHERE g.vm_id = i.vm_id ORDER BY g.held_at) AS held
       FROM simulated.instance i WHERE i.vm_id = $1`,
    [vm_id],
  );
  return rows[0];
}

test("a VM keeps the very GPU that it has when it grows, shrinks, and when a growth is undone", async () => {
  const { siteId } = await siteWithGpus("Addresses", [3, 0, 0]);
  const { pool } = fixture.world.database;
  const two = "plan-gpu-l40s-1";
  await pool.query("UPDATE plan SET gpu_model = $2, gpu_count = 2, disk_gb = 200 WHERE plan_id = $1", [two, MODEL]);
  fixture.work();
  const made = async (name: string) => {
    const accepted = await createAt(siteId, name);
    expect(await fixture.ended(accepted.operation_id)).toMatchObject({ status: "succeeded" });
    return accepted;
  };
  const [first, second] = [await made("first"), await made("fail-at-grow-root-disk")];
  const own = [gpu(1).address];
  expect(await addresses(second.vm_id)).toEqual({ given: own, held: own });
  await deleted(first.vm_id);
  const resize = async (plan_id: string, status: string) => {
    const { operation_id } = await fixture.send<Acceptance>("gpuVm.resizePlan", { vm_id: second.vm_id }, { plan_id });
    expect(await fixture.ended(operation_id)).toMatchObject({ status });
  };
  // The GPU that it would have got has the lower address.
  await resize(two, "failed");
  expect(await addresses(second.vm_id)).toEqual({ given: own, held: own });
  await fixture.send("gpuVm.update", { vm_id: second.vm_id }, { name: "grows" });
  await resize(two, "succeeded");
  const both = [gpu(1).address, gpu(0).address];
  expect(await addresses(second.vm_id)).toEqual({ given: both, held: both });
  await resize(PLAN, "succeeded");
  expect(await addresses(second.vm_id)).toEqual({ given: own, held: own });
});

test("rows that name another GPU than the site follow it, as after a restore of the database", async () => {
  const { siteId } = await siteWithGpus("Restored", [3, 0, 0]);
  fixture.work();
  const made = [await createAt(siteId, "a"), await createAt(siteId, "b")];
  for (const { operation_id } of made) expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  const [a = "", b = ""] = made.map(({ vm_id }) => vm_id);
  const swap = "UPDATE simulated.instance SET gpus = ARRAY[$2] WHERE vm_id = $1";
  await fixture.world.database.pool.query(swap, [a, gpu(1).address]);
  await fixture.world.database.pool.query(swap, [b, gpu(2).address]);
  await fixture.reconcile("reconcile-instances");
  await fixture.reconcile("reconcile-instances");
  for (const [vm_id, n] of [
    [a, 1],
    [b, 2],
  ] as const)
    expect(await addresses(vm_id)).toEqual({ given: [gpu(n).address], held: [gpu(n).address] });
  expect(await held(siteId)).toEqual(["host-1 2/3", "host-2 0/0", "host-3 0/0"]);
});

test("the machine of an operator's trial is known while it has GPUs, for an hour at most", async () => {
  const { siteId, provider } = await siteWithGpus("Tried", [1, 0, 0]);
  const { pool } = fixture.world.database;
  const vmId = newId("vm");
  const { rows } = await pool.query(
    `UPDATE host_gpu g SET vm_id = $2, held_at = now() FROM site_host h
      WHERE h.host_id = g.host_id AND h.site_id = $1 AND g.model = $3 RETURNING g.address`,
    [siteId, vmId, MODEL],
  );
  const { compute } = await fixture.world.services.provider(provider);
  const { rows: installations } = await pool.query("SELECT installation_id FROM installation");
  const spec = {
    ...{ cpu: 1, ramMb: 1024, name: "gpu-check", diskGb: 10, templateId: "debian-13", planId: PLAN, tags: [] },
    ...{ gpuModel: MODEL, gpuCount: 1, gpus: rows.map(({ address }) => address), host: "host-1" },
    record: { installation_id: installations[0].installation_id, rows: {} },
  };
  await compute.createInstance(vmId, spec, new AbortController().signal);
  const unknown = async () => {
    await fixture.reconcile("find-unknown-resources");
    const found = await pool.query("SELECT resource_id FROM unknown_resource WHERE provider = $1", [provider]);
    return found.rows.map(({ resource_id }) => resource_id);
  };
  expect(await unknown()).toEqual([]);
  await pool.query("UPDATE host_gpu SET held_at = now() - interval '2 hours' WHERE vm_id = $1", [vmId]);
  expect(await unknown()).toEqual([vmId]);
});
