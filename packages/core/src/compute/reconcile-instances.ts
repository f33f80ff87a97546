import type { VmStatus } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { ComputePort, Instance, Provider } from "@fulmar/providers";
import { type Identified, type IdPage, removeLeaked } from "../kernel/compare-inventory.ts";
import { eachProvider } from "../kernel/each-provider.ts";
import { throwAll } from "../kernel/work-through.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";
import { correctVm, correctVmAddress, type SettledVm } from "./correct-vm.ts";
import { isAtHome } from "./in-vpc.ts";

const PAGE = 1_000;

const WAS_CREATED = `EXISTS (SELECT FROM operation o
     WHERE o.workspace_id = v.workspace_id AND o.resource_id = v.vm_id AND o.action = 'create' AND o.status = 'succeeded')`;

const SETTLED = `SELECT v.vm_id, v.status::text, coalesce(v.updated_at, v.created_at) AS seen_at, v.status <> 'error' OR ${WAS_CREATED} AS was_created, v.private_ip,
         ${isAtHome("v")} AS at_home
     FROM vm v JOIN site s ON s.site_id = v.site_id AND s.provider = $1
    WHERE v.operation_id IS NULL AND v.deleted_at IS NULL`;

const settledPage = statement("vm_settled_page", `${SETTLED} AND v.vm_id > $2 ORDER BY v.vm_id LIMIT ${PAGE}`);
const settledOf = statement("vm_settled_of", `${SETTLED} AND v.vm_id = ANY ($2::text[])`);

const owned = statement(
  "vm_owned",
  `SELECT v.vm_id AS id FROM vm v
    WHERE v.vm_id = ANY ($1::text[]) AND v.deleted_at IS NULL AND (v.operation_id IS NOT NULL OR v.status <> 'error' OR ${WAS_CREATED})`,
);

/**
 * Compares each provider's inventory with the database: a VM whose instance is lost becomes `error`, one that was stopped or
 * started behind our back is shown as it is, one that left its VPCs has the address that its provider gave it, and an instance without a VM is
 * removed.
 */
export const reconcileInstances: Reconciler<WorkerServices> = {
  name: "reconcile-instances",
  everyMs: 10_000,
  async run(services, signal) {
    const { sql } = services.database;
    const compare = async ({ compute }: Provider, name: string) => {
      await showWhatIs(sql, name, compute, signal);
      const leaked = {
        list: async (page: IdPage) => (await compute.listInstances(page, signal)).map(({ vmId }) => vmId),
        owned: (ids: readonly string[]) => sql.query<Identified>(owned, [ids]),
        remove: compute.deleteInstance,
      };
      throwAll(await removeLeaked(leaked, signal));
    };
    await eachProvider(services, compare, signal);
  },
};

async function showWhatIs(sql: Sql, provider: string, port: ComputePort, signal: AbortSignal): Promise<void> {
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const vms = await sql.query<SettledVm>(settledPage, [provider, after]);
    await compareWithInventory(sql, vms, port, signal);
    full = vms.length === PAGE;
    after = vms.at(-1)?.vm_id ?? after;
  }
}

/** The same for some VMs, as soon as something was heard of them. Ids that are no VM's are left alone. */
export async function showInstances(sql: Sql, provider: string, port: ComputePort, vmIds: readonly string[], signal: AbortSignal): Promise<void> {
  const vms = await sql.query<SettledVm>(settledOf, [provider, vmIds]);
  if (vms.length > 0) await compareWithInventory(sql, vms, port, signal);
}

/** The inventory is read after the VMs: what it says of a VM that nobody touches meanwhile is true of that VM. */
async function compareWithInventory(sql: Sql, vms: readonly SettledVm[], port: ComputePort, signal: AbortSignal): Promise<void> {
  const ids = vms.map((vm) => vm.vm_id);
  const instances = new Map((await port.findInstances(ids, signal)).map((instance) => [instance.vmId, instance]));
  for (const vm of vms) {
    const instance = instances.get(vm.vm_id);
    const status = truthOf(vm, instance);
    if (status !== vm.status) await correctVm(sql, vm, status);
    else if (vm.at_home && instance !== undefined && instance.privateIp !== null && instance.privateIp !== vm.private_ip) {
      await correctVmAddress(sql, vm, instance.privateIp);
    }
  }
}

/** The status that a VM should have, by what its provider has. */
function truthOf(vm: Pick<SettledVm, "status" | "was_created">, instance: Pick<Instance, "power"> | undefined): VmStatus {
  if (!vm.was_created) return vm.status;
  return instance?.power ?? "error";
}
