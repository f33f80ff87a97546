import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "../client.ts";
import { endOf, type MeasuredWorker, type Product, type Service } from "../product.ts";

const CLIENTS = 6;
const PAUSE_MS = 50;

interface Created {
  readonly operation_id: string;
  readonly vm_id: string;
}

interface Scene {
  readonly product: Product;
  readonly apis: readonly Service[];
  readonly workers: readonly MeasuredWorker[];
  readonly minutes: number;
}

/**
 * A day's requests of users, over several APIs: VMs are made, looked at, stopped and deleted, some creates fail, some
 * requests are refused. In the middle a worker is killed, and started again a quarter of the time later.
 */
export async function trafficFor({ product, apis, workers, minutes }: Scene): Promise<void> {
  const ending = new AbortController();
  const users = Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => {
      const url = apis[index % apis.length]?.url ?? "";
      return userOf(product, url, `user-${index}`, ending.signal);
    }),
  );
  /** Waits, unless a user fails before. */
  const pass = (ms: number) => Promise.race([users, sleep(ms)]);
  const quarter = (minutes * 60_000) / 4;
  await pass(2 * quarter);
  const [first] = workers;
  if (first === undefined) throw new Error("There is no worker.");
  await endOf(first.child, "SIGKILL");
  await pass(quarter);
  await product.startMeasuredWorker(first.metricsUrl);
  await pass(quarter);
  ending.abort();
  await users;
}

async function userOf(product: Product, url: string, name: string, ending: AbortSignal): Promise<void> {
  const client = new Client(url, product);
  const body = await client.vmBody();
  for (let turn = 0; !ending.aborted; turn++) {
    const vm = `${turn % 9 === 4 ? "fail-at-boot-instance--" : ""}${name}-${turn}`;
    const created = await client.post<Created>("/compute/cloud-vms", vm, { ...body, name: vm });
    if (created.status !== 202) throw new Error(`a create was answered with ${created.status}`);
    const { operation_id, vm_id } = created.body;
    await client.get(`/compute/operations/${operation_id}?wait=5`);
    await client.get("/compute/cloud-vms?limit=100");
    await client.get(`/compute/cloud-vms/${vm_id}`);
    await client.get("/block-storage/volumes");
    if (turn % 5 === 0) await client.post("/compute/cloud-vms", `${vm}-incomplete`, { name: vm });
    if (turn % 7 === 0) await client.get("/compute/cloud-vms/vm_of_nobody");
    if (turn % 11 === 0) await fetch(`${url}/compute/cloud-vms`, { headers: { authorization: "Bearer nothing" } });
    if (turn % 2 === 0) await client.post(`/compute/cloud-vms/${vm_id}/stop`, `${vm}-stop`, {});
    if (turn % 3 === 0) await client.delete(`/compute/cloud-vms/${vm_id}`, `${vm}-delete`);
    await sleep(PAUSE_MS);
  }
}
