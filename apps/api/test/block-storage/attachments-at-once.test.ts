// REST requests that come at once for the volumes of a VM, with a running worker.
import { loadConfiguration } from "@fulmar/config";
import { createWorkerServices, reconcilers, sagas } from "@fulmar/core/worker";
import { runReconcilers, runWorker, type Worker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { openDatabase } from "@fulmar/prisma";
import { processUrl } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { SITE } from "../examples/example-fixture.ts";

const MASTER_KEY = "57ac".padEnd(64, "0");

let api: Api;
let worker: Worker;
let startWorker: () => Worker;
let closeDatabase: () => Promise<void>;
beforeAll(async () => {
  api = await startApi({ FULMAR_MASTER_KEY: MASTER_KEY, FULMAR_DEPENDENTS_WAIT_MS: "5000" });
  const databaseUrl = processUrl(api.databaseUrl, "fulmar_worker");
  const database = openDatabase(databaseUrl, { max: 20 });
  const services = createWorkerServices(
    database,
    loadConfiguration({ DATABASE_URL: databaseUrl, FULMAR_MASTER_KEY: MASTER_KEY }),
  );
  startWorker = () => runWorker({ database, sagas, services, logger: silent });
  // Frees the devices of deleted volumes.
  const repair = runReconcilers({ database, reconcilers, services, logger: silent });
  closeDatabase = async () => {
    await repair.stop();
    await database.close();
  };
  worker = startWorker();
});
afterAll(async () => {
  await worker.stop({ graceMs: 0 });
  await closeDatabase();
  await api.close();
});

async function runningVm(name: string): Promise<string> {
  const { body } = await api.request("POST", "/compute/cloud-vms", {
    body: { name, plan_id: "plan-nano", template_id: "debian-13", site_id: SITE },
  });
  await api.request("GET", `/compute/operations/${body.operation_id}`, { query: { wait: "60" } });
  return body.vm_id;
}

const settled = async (id: string) =>
  (await api.request("GET", `/block-storage/volumes/${id}`, { query: { wait: "60" } })).body;

async function volumesNamed(name: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  const made = await Promise.all(
    names.map((name) => api.request("POST", "/block-storage/volumes", { body: { name, size_gb: 10, site_id: SITE } })),
  );
  const ids = made.map(({ body }) => body.volume_id);
  await Promise.all(ids.map(settled));
  return ids;
}

const attach = (id: string, vm_id: string) =>
  api.request("POST", `/block-storage/volumes/${id}/attach`, { body: { vm_id } });
const detach = (id: string) => api.request("POST", `/block-storage/volumes/${id}/detach`);
const remove = (id: string) => api.request("DELETE", `/block-storage/volumes/${id}`, { query: { force: "true" } });

test("of thirty attachments at once, 25 arrive and the VM has no device for the others", async () => {
  const vm_id = await runningVm("thirty");
  const ids = await volumesNamed("thirty", 30);
  const answers = await Promise.all(ids.map((id) => attach(id, vm_id)));
  const accepted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(accepted).toHaveLength(25);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([409, "no_device_free"]));
  const volumes = await Promise.all(ids.map(settled));
  expect(volumes.filter(({ status }) => status === "in-use")).toHaveLength(25);
  expect(volumes.filter(({ status }) => status === "available")).toHaveLength(5);
}, 120_000);

test("an attached volume is deleted, and another detached, while a third is attached to the same VM", async () => {
  const vm_id = await runningVm("mixed");
  const [deleted, detached, ...others] = await volumesNamed("mixed", 6);
  if (deleted === undefined || detached === undefined) throw new Error("there are six volumes");
  await Promise.all([attach(deleted, vm_id), attach(detached, vm_id)]);
  await Promise.all([settled(deleted), settled(detached)]);
  const answers = await Promise.all([...others.map((id) => attach(id, vm_id)), detach(detached), remove(deleted)]);
  expect(answers.map(({ status, text }) => (status < 300 ? "accepted" : text))).toEqual(answers.map(() => "accepted"));
  const volumes = await Promise.all(others.map(settled));
  expect(volumes.map(({ attached_vm_id }) => attached_vm_id)).toEqual(others.map(() => vm_id));
  expect(await settled(detached)).toMatchObject({ status: "available", attached_vm_id: null });
});

test("random attachments and detachments end consistently although the worker is stopped again and again", async () => {
  const vms = await Promise.all(["a", "b", "c"].map((name) => runningVm(`random-${name}`)));
  const ids = await volumesNamed("random", 6);
  // A linear congruential generator: a failing run can be repeated.
  let seed = 16;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const statuses: number[] = [];
  for (let round = 0; round < 8; round++) {
    const requests = Array.from({ length: 12 }, () => {
      const id = ids[random(ids.length)] ?? "";
      return random(3) === 0 ? detach(id) : attach(id, vms[random(vms.length)] ?? "");
    });
    await worker.stop({ graceMs: 0 });
    worker = startWorker();
    statuses.push(...(await Promise.all(requests)).map(({ status }) => status));
  }
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const volumes = await Promise.all(ids.map(settled));
  const attached = volumes.filter(({ status }) => status === "in-use");
  expect(volumes.filter(({ status }) => status === "available").length + attached.length).toBe(ids.length);
  const expected = attached.map(({ volume_id, attached_vm_id, device_path }) => ({
    ...{ volume_id, vm_id: attached_vm_id, device_path },
  }));
  const { rows } = await api.database.pool.query(
    "SELECT volume_id, vm_id, device_path FROM simulated.volume_attachment WHERE volume_id = ANY ($1)",
    [ids],
  );
  const byId = (one: { volume_id: string }, other: { volume_id: string }) => (one.volume_id < other.volume_id ? -1 : 1);
  expect(rows.sort(byId)).toEqual(expected.sort(byId));
  const vmStatuses = await Promise.all(vms.map((id) => api.request("GET", `/compute/cloud-vms/${id}`)));
  expect(vmStatuses.map(({ body }) => body.status)).toEqual(vms.map(() => "running"));
}, 120_000);
