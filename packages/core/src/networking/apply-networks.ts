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
import { spreadSetChanges, wantNetworksNaming } from "./address-sets.ts";
import { type DueNetwork, NetworkQueue, type WantedNetwork } from "./network-queue.ts";
import { spreadNameChanges } from "./private-names.ts";

const DELAY = { firstMs: 1_000, mostMs: 300_000 };
/** After this many failures, over about eight minutes, a new subnet gets the status error. Retries go on. */
const MANY_ATTEMPTS = 10;

/** The faults of the simulated provider, by the name of the VM, the subnet, the gateway or the VPC. */
const STEPS = {
  subnet: "apply-subnet",
  vm: "apply-instance-network",
  nat_gateway: "apply-gateway",
  address_set: "apply-address-set",
  vpc_names: "apply-names",
} as const;

/**
 * Applies the wanted networks at their providers (docs/adr/0017). Changes since the last run are applied together. A
 * failure leaves the provider with the previous network and is retried until it succeeds.
 */
export const applyNetworks: Reconciler<Pick<WorkerServices, "database" | "provider" | "providerNames">> = {
  name: "apply-networks",
  everyMs: 500,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { sql } = services.database;
    const queue = new NetworkQueue(sql);
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
      if (wanted.type === "address_set" && provider.networks.applySet === null) {
        await wantNetworksNaming(sql, { workspace_id: due.workspace_id, ...wanted.network });
        return queue.applied(due);
      }
      if (wanted.type === "vpc_names" && provider.networks.applyNames === null) return queue.applied(due);
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
    const next = async () => {
      await spreadSetChanges(sql);
      await spreadNameChanges(sql);
      return queue.next(lane);
    };
    await workThrough(next, bring, signal);
  },
};

/** Sends the whole wanted network of a resource to its provider. */
async function applyNetwork(
  networks: NetworkPort,
  { workspace_id, resource_id: id, revision }: DueNetwork,
  { type, network }: WantedNetwork,
  signal: AbortSignal,
): Promise<void> {
  const setId = (source: string) => `${workspace_id}/${source}`;
  if (type === "subnet") return networks.applySubnet(id, { ...network, revision }, signal);
  if (type === "nat_gateway") return networks.applyGateway(id, { ...network, revision }, signal);
  if (type === "address_set")
    return networks.applySet?.({ id: setId(network.source), revision, addresses: network.addresses }, signal);
  if (type === "vpc_names") return networks.applyNames?.(id, { revision, names: network.names }, signal);
  const { rules, sets, ...rest } = network;
  const firewall =
    rules && firewallPolicy(rules).map((rule) => ({ ...rule, set: rule.set === null ? null : setId(rule.set) }));
  const named = sets.map(({ source, ...set }) => ({ id: setId(source), ...set }));
  return networks.applyInstance(id, { ...rest, revision, firewall, sets: named }, signal);
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
