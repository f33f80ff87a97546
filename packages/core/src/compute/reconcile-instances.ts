import type { VmStatus } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { ComputePort, Instance, Provider } from "@fulmar/providers";
import { refuseGreatLoss } from "../site/index.ts";
import { eachProvider } from "../work/each-provider.ts";
import { hasTombstone, removeEnded, type Tombstone } from "../work/remove-ended.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { correctVm, correctVmAddress, type SettledVm } from "./correct-vm.ts";
import { isAtHome } from "./in-vpc.ts";

const PAGE = 1_000;

const SETTLED = `SELECT v.vm_id, v.status::text, coalesce(v.updated_at, v.created_at) AS seen_at, ${hasTombstone("$1", "vm", "v.vm_id")} AS ended, v.private_ip,
         ${isAtHome("v")} AS at_home
     FROM vm v JOIN site s ON s.site_id = v.site_id AND s.provider = $1
    WHERE v.operation_id IS NULL AND v.deleted_at IS NULL`;

const settledPage = statement("vm_settled_page", `${SETTLED} AND v.vm_id > $2 ORDER BY v.vm_id LIMIT ${PAGE}`);
const settledOf = statement("vm_settled_of", `${SETTLED} AND v.vm_id = ANY ($2::text[])`);

/**
 * Compares each provider's inventory with the database: a VM whose instance is lost becomes `error`, one that was
 * stopped or started behind our back is shown as it is, one that left its VPCs has the address that its provider gave
 * it, and an instance with a tombstone is removed.
 */
export const reconcileInstances: Reconciler<WorkerServices> = {
  name: "reconcile-instances",
  everyMs: 10_000,
  async run(services, signal) {
    const { sql } = services.database;
    const compare = async ({ compute }: Provider, provider: string) => {
      await showWhatIs(sql, provider, compute, signal);
      const find = async (ids: readonly string[]) => (await compute.findInstances(ids, signal)).map(({ vmId }) => vmId);
      const remove = ({ resource_id }: Tombstone, limited: AbortSignal) => compute.deleteInstance(resource_id, limited);
      throwAll(await removeEnded(sql, { kind: "vm", provider, find, remove }, signal));
    };
    await eachProvider(services, compare, signal);
  },
};

/** Lost VMs are shown last, when it is known how many there are. */
async function showWhatIs(sql: Sql, provider: string, port: ComputePort, signal: AbortSignal): Promise<void> {
  const lost: SettledVm[] = [];
  let known = 0;
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const vms = await sql.query(settledPage, [provider, after]);
    lost.push(...(await compareWithInventory(sql, vms, port, signal)));
    known += vms.filter(({ status }) => status !== "error").length;
    full = vms.length === PAGE;
    after = vms.at(-1)?.vm_id ?? after;
  }
  await refuseGreatLoss(sql, provider, "VMs", { known, lost: lost.length });
  for (const vm of lost) await correctVm(sql, vm, "error");
}

/** The same for some VMs, as soon as something was heard of them. Ids that are no VM's are left alone. */
export async function showInstances(
  sql: Sql,
  provider: string,
  port: ComputePort,
  vmIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const vms = await sql.query(settledOf, [provider, vmIds]);
  if (vms.length === 0) return;
  for (const vm of await compareWithInventory(sql, vms, port, signal)) await correctVm(sql, vm, "error");
}

/**
 * Shows VMs as their instances are. The inventory is read after the VMs: what it says of a VM that nobody touches
 * meanwhile is true of that VM.
 * @returns the VMs that have no instance any more, and do not say so yet
 */
async function compareWithInventory(
  sql: Sql,
  vms: readonly SettledVm[],
  port: ComputePort,
  signal: AbortSignal,
): Promise<SettledVm[]> {
  const ids = vms.map((vm) => vm.vm_id);
  const instances = new Map((await port.findInstances(ids, signal)).map((instance) => [instance.vmId, instance]));
  const lost: SettledVm[] = [];
  for (const vm of vms) {
    const instance = instances.get(vm.vm_id);
    const status = truthOf(vm, instance);
    if (status === "error" && vm.status !== "error") lost.push(vm);
    else if (status !== vm.status) await correctVm(sql, vm, status);
    else if (
      vm.at_home &&
      instance !== undefined &&
      instance.privateIp !== null &&
      instance.privateIp !== vm.private_ip
    ) {
      await correctVmAddress(sql, vm, instance.privateIp);
    }
  }
  return lost;
}

/** The status that a VM should have, by what its provider has. */
function truthOf(vm: Pick<SettledVm, "status" | "ended">, instance: Pick<Instance, "power"> | undefined): VmStatus {
  if (vm.ended) return vm.status;
  return instance?.power ?? "error";
}
