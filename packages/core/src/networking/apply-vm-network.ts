import type { Sql } from "@fulmar/prisma";
import type { NetworkPort } from "@fulmar/providers";
import { applyNetwork } from "./apply-networks.ts";
import { NetworkQueue } from "./network-queue.ts";

/**
 * Brings the network of a VM that is about to be made to its provider, so that the instance has it from its first
 * moment; whatever comes later is the reconciler's.
 * @throws ProviderError as the network port does, also while a subnet of the VM is not there yet
 */
export async function applyVmNetwork(
  sql: Sql,
  networks: NetworkPort,
  vm: { readonly workspaceId: bigint; readonly resourceId: string },
  signal: AbortSignal,
): Promise<void> {
  const queue = new NetworkQueue(sql);
  const wanted = await queue.vm(vm.workspaceId, vm.resourceId);
  if (wanted === undefined) return;
  await applyNetwork(networks, wanted, signal);
  await queue.applied(wanted);
}
