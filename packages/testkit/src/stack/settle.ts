import { setTimeout as sleep } from "node:timers/promises";
import type { Acceptance } from "@fulmar/contract";
import type { StackIds } from "./blueprint.ts";
import { type Rest, together } from "./rest.ts";

/** How many seconds the server may hold one request. */
const WAIT = 20;
const ENDED: ReadonlySet<string> = new Set(["succeeded", "failed", "cancelled", "timed_out"]);

/** Waits for operations to end. @throws Error unless all of them succeed */
export async function operationsEnded(
  rest: Rest,
  accepted: readonly Pick<Acceptance, "operation_id">[],
): Promise<void> {
  const wait = async ({ operation_id }: Pick<Acceptance, "operation_id">) => {
    const held = () => rest.ask("operation.get", { operation_id, wait: WAIT });
    const ended = await until(`the operation ${operation_id} to end`, held, ({ status }) => ENDED.has(status));
    if (ended.status !== "succeeded")
      throw new Error(
        `the ${ended.action} of ${ended.vm_id} ${ended.status}: ${ended.error_code} ${ended.error_message}`,
      );
  };
  await Promise.all(accepted.map(wait));
}

export async function volumesAtRest(rest: Rest, volumes: StackIds["volumes"]): Promise<void> {
  await together(volumes, (volume_id, key) => {
    const held = () => rest.ask("volume.get", { volume_id, wait: WAIT });
    return until(`the volume of ${key}`, held, ({ status }) => status === "available" || status === "in-use");
  });
}

/** Waits until nothing in a stack changes any more and all parts are healthy. */
export async function settle(rest: Rest, ids: StackIds): Promise<void> {
  const { vpc_id, distribution_id, load_balancer_id, firewall_group_id, purge_id } = ids;
  await Promise.all([
    volumesAtRest(rest, ids.volumes),
    together(ids.vms, (vm_id, key) =>
      until(
        `the VM ${key}`,
        () => rest.ask("cloudVm.get", { vm_id }),
        ({ status }) => status === "running",
      ),
    ),
    together(ids.subnets, (subnet_id, key) =>
      until(
        `the subnet ${key}`,
        () => rest.ask("subnet.get", { vpc_id, subnet_id }),
        ({ status }) => status === "available",
      ),
    ),
    until(
      "the firewall of the VMs",
      () => rest.ask("firewallInstance.list", { firewall_group_id }),
      (instances) => instances.every(({ pending_changes }) => !pending_changes),
    ),
    until(
      "the balancer",
      () => rest.ask("loadBalancer.get", { load_balancer_id }),
      ({ status, pending_changes }) => status === "active" && !pending_changes,
    ),
    until(
      "the targets of the balancer",
      () => rest.ask("loadBalancer.health", { load_balancer_id }),
      ({ pools }) => pools.every(({ targets }) => targets.every(({ status }) => status === "online")),
    ),
    until(
      "the edge",
      () => rest.ask("cdnDeployment.get", { distribution_id }),
      ({ status, pending_changes }) => status === "active" && !pending_changes,
    ),
    until(
      "the website",
      () => rest.ask("cdnWebsite.get", { distribution_id }),
      ({ pending_changes }) => !pending_changes,
    ),
    until(
      "the purge",
      () => rest.ask("cdnPurge.get", { distribution_id, purge_id }),
      ({ status }) => status === "succeeded",
    ),
  ]);
}

const PAUSE_MS = 100;
/** Longer than a killed worker's lease plus its unfinished work, on a slow machine. */
const PATIENCE_MS = 120_000;

/** Polls until the answer is as expected. @throws Error with the last answer, after two minutes */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  holds: (answer: Answer) => boolean,
): Promise<Answer> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(PAUSE_MS)) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (Date.now() > end)
      throw new Error(`waited ${PATIENCE_MS / 1000} s in vain for ${what}: ${JSON.stringify(answer)}`);
  }
}
