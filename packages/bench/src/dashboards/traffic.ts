import { setTimeout as sleep } from "node:timers/promises";
import { endOf, type MeasuredWorker, type Product, type Service } from "../product.ts";

const CLIENTS = 6;
const PAUSE_MS = 50;

interface Scene {
  readonly product: Product;
  readonly apis: readonly Service[];
  readonly workers: readonly MeasuredWorker[];
  readonly minutes: number;
}

/**
 * What users do all day, over several APIs: VMs are made, looked at, stopped and deleted, some creates fail, some requests
 * are refused. In the middle a worker is killed, and started again a quarter of the time later.
 */
export async function trafficFor({ product, apis, workers, minutes }: Scene): Promise<void> {
  const ending = new AbortController();
  const clients = Array.from({ length: CLIENTS }, (_, index) => {
    const url = apis[index % apis.length]?.url ?? "";
    return userOf(product, url, `user-${index}`, ending.signal);
  });
  const quarter = (minutes * 60_000) / 4;
  await sleep(2 * quarter);
  const [first] = workers;
  if (first === undefined) throw new Error("There is no worker.");
  await endOf(first.child, "SIGKILL");
  await sleep(quarter);
  await product.startMeasuredWorker(first.metricsUrl);
  await sleep(quarter);
  ending.abort();
  await Promise.all(clients);
}

async function userOf({ token, workspaceId }: Product, url: string, name: string, ending: AbortSignal): Promise<void> {
  const ask = async (method: string, path: string, body?: object, key = token) => {
    const response = await fetch(`${url}${path}${path.includes("?") ? "&" : "?"}workspace_id=${workspaceId}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "x-idempotency-key": crypto.randomUUID(),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  };
  const [plans, images] = [await ask("GET", "/compute/plans"), await ask("GET", "/compute/images")];
  const [{ plan_id }, { template_id }] = [plans.body[0], images.body[0]];
  for (let turn = 0; !ending.aborted; turn++) {
    const vm = `${turn % 9 === 4 ? "fail-at-boot-instance--" : ""}${name}-${turn}`;
    const created = await ask("POST", "/compute/cloud-vms", { name: vm, plan_id, template_id });
    await ask("GET", `/compute/operations/${created.body.operation_id}?wait=5`);
    await ask("GET", "/compute/cloud-vms?limit=100");
    await ask("GET", `/compute/cloud-vms/${created.body.vm_id}`);
    await ask("GET", "/block-storage/volumes");
    if (turn % 5 === 0) await ask("POST", "/compute/cloud-vms", { name: vm });
    if (turn % 7 === 0) await ask("GET", "/compute/cloud-vms/vm_of_nobody");
    if (turn % 11 === 0) await ask("GET", "/compute/cloud-vms", undefined, `${token.slice(0, -4)}0000`);
    if (turn % 2 === 0) await ask("POST", `/compute/cloud-vms/${created.body.vm_id}/stop`, {});
    if (turn % 3 === 0) await ask("DELETE", `/compute/cloud-vms/${created.body.vm_id}`);
    await sleep(PAUSE_MS);
  }
}
