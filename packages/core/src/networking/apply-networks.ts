import { firewallPolicy } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import type { Sql } from "@fulmar/prisma";
import type { NetworkPort } from "@fulmar/providers";
import { callProvider } from "../work/call-provider.ts";
import { retryDelayMs } from "../work/due.ts";
import { providerLanes } from "../work/each-provider.ts";
import { FENCED_MS, unlessFenced } from "../work/fence.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { type DueNetwork, NetworkQueue, type WantedNetwork } from "./network-queue.ts";

const DELAY = { firstMs: 1_000, mostMs: 300_000 };
/** After this many failures, over about eight minutes, a new subnet gets the status error. Retries go on. */
const MANY_ATTEMPTS = 10;

/** The faults of the simulated provider, by the name of the VM, the subnet or the gateway. */
const STEPS = { subnet: "apply-subnet", vm: "apply-instance-network", nat_gateway: "apply-gateway" } as const;

/**
 * Applies the wanted networks at their providers (docs/adr/0017). Changes since the last run are applied together. A
 * failure leaves the provider with the previous network and is retried until it succeeds.
 */
export const applyNetworks: Reconciler<Pick<WorkerServices, "database" | "provider" | "providerNames">> = {
  name: "apply-networks",
  everyMs: 500,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const queue = new NetworkQueue(services.database.sql);
    const bring = async (due: DueNetwork) => {
      const { wanted } = due;
      if (wanted === null) return queue.forget(due);
      const provider = await unlessFenced(services.provider(wanted.provider));
      if (provider === undefined) return queue.wait(due, FENCED_MS);
      const beginning = {
        resourceId: due.resource_id,
        resourceName: wanted.name,
        step: STEPS[wanted.type],
        waited: due.apply_waited,
      };
      const result = await callProvider(
        provider,
        beginning,
        (limited) => applyNetwork(provider.networks, due, wanted, limited),
        signal,
      );
      if (result.kind === "done") return queue.applied(due);
      if (result.kind === "busy") return queue.wait(due, result.busyMs);
      const failures = due.apply_attempts + 1;
      const { failure } = result;
      // A refusal is retried as soon as a failure: a server also refuses to change what takes a snapshot just now.
      return queue.retry(due, retryDelayMs(failures, DELAY), failure, !failure.retryable || failures >= MANY_ATTEMPTS);
    };
    await workThrough(() => queue.next(lane), bring, signal);
  },
};

/** Sends the whole wanted network of a resource to its provider. */
async function applyNetwork(
  networks: NetworkPort,
  { resource_id: id, revision }: DueNetwork,
  { type, network }: WantedNetwork,
  signal: AbortSignal,
): Promise<void> {
  if (type === "subnet") return networks.applySubnet(id, { ...network, revision }, signal);
  if (type === "nat_gateway") return networks.applyGateway(id, { ...network, revision }, signal);
  const { rules, ...rest } = network;
  const firewall = rules === null ? null : firewallPolicy(rules);
  return networks.applyInstance(id, { ...rest, revision, firewall }, signal);
}

/**
 * Applies the network of a VM before its instance is created, so that the instance has it from the start. The
 * reconciler applies later changes.
 * @throws ProviderError as the network port does, also while a subnet of the VM is not there yet
 */
export async function applyVmNetwork(
  sql: Sql,
  networks: NetworkPort,
  vm: { readonly workspaceId: bigint; readonly resourceId: string },
  signal: AbortSignal,
): Promise<void> {
  const queue = new NetworkQueue(sql);
  const due = await queue.vm(vm.workspaceId, vm.resourceId);
  if (due === undefined || due.wanted === null) return;
  await applyNetwork(networks, due, due.wanted, signal);
  await queue.applied(due);
}
