import { firewallPolicy } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import type { NetworkPort } from "@fulmar/providers";
import { callProvider } from "../work/call-provider.ts";
import { FENCED_MS, unlessFenced } from "../work/fence.ts";
import { retryDelayMs } from "../work/retry-delay.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { type DueNetwork, NetworkQueue } from "./network-queue.ts";

const DELAY = { firstMs: 1_000, mostMs: 300_000 };
/** After so many failures, over some eight minutes, a new subnet is shown in error; it is tried on. */
const MANY_ATTEMPTS = 10;

/** What the simulated provider can be asked to fail at, by the name of the VM, the subnet or the gateway. */
const STEPS = { subnet: "apply-subnet", vm: "apply-instance-network", nat_gateway: "apply-gateway" } as const;

/**
 * Brings networks to their providers as they should be now (docs/adr/0017). Changes that came since the last time are
 * one; what fails leaves the provider with what it had, and is tried until it succeeds.
 */
export const applyNetworks: Reconciler<Pick<WorkerServices, "database" | "provider">> = {
  name: "apply-networks",
  everyMs: 500,
  async run(services, signal) {
    const queue = new NetworkQueue(services.database.sql);
    const bring = async (due: DueNetwork) => {
      if (due.wanted === null) return queue.forget(due);
      const provider = await unlessFenced(services.provider(due.provider));
      if (provider === undefined) return queue.wait(due, FENCED_MS);
      const beginning = {
        resourceId: due.resource_id,
        resourceName: due.name,
        step: STEPS[due.resource_type],
        waited: due.apply_waited,
      };
      const result = await callProvider(
        provider,
        beginning,
        (limited) => applyNetwork(provider.networks, due, limited),
        signal,
      );
      if (result.kind === "done") return queue.applied(due);
      if (result.kind === "busy") return queue.wait(due, result.busyMs);
      const failures = due.apply_attempts + 1;
      const { failure } = result;
      const delayMs = failure.retryable ? retryDelayMs(failures, DELAY) : DELAY.mostMs;
      return queue.retry(due, delayMs, failure, !failure.retryable || failures >= MANY_ATTEMPTS);
    };
    await workThrough(() => queue.next(), bring, signal);
  },
};

/** Tells a provider the whole of what is wanted of one resource; nothing of one that is gone. */
export async function applyNetwork(networks: NetworkPort, due: DueNetwork, signal: AbortSignal): Promise<void> {
  const { resource_id: id, revision } = due;
  if (due.wanted === null) return;
  if (due.resource_type === "subnet") return networks.applySubnet(id, { ...due.wanted, revision }, signal);
  if (due.resource_type === "nat_gateway") return networks.applyGateway(id, { ...due.wanted, revision }, signal);
  const { rules, ...wanted } = due.wanted;
  return networks.applyInstance(
    id,
    { ...wanted, revision, firewall: rules === null ? null : firewallPolicy(rules) },
    signal,
  );
}
