import { isDeepStrictEqual } from "node:util";
import type { VmStatus } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { ComputePort, Instance, Provider } from "@fulmar/providers";
import { newId } from "../request/identifiers.ts";
import { refuseGreatLoss } from "../site/index.ts";
import { auditMove } from "../work/audit-move.ts";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import { hasTombstone, removeEnded, type Tombstone } from "../work/remove-ended.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { isAtHome } from "./vm-state.ts";

const PAGE = 1_000;

const SEEN = `v.vm_id, v.status::text, coalesce(v.updated_at, v.created_at) AS seen_at,
         ${hasTombstone("$provider", "vm", "v.vm_id")} AS ended, v.private_ip, v.host_id, v.next_host_id,
         CASE WHEN v.gpu_count > 0 THEN ARRAY(SELECT g.address FROM host_gpu g WHERE g.vm_id = v.vm_id ORDER BY g.address COLLATE "C") END AS gpus,
         ${isAtHome("v")} AS at_home`;
const SETTLED = "v.operation_id IS NULL AND v.deleted_at IS NULL";

// A range of an index for each site of the provider, most of which have one.
const settledPage = statement(
  "vm_settled_page",
  `SELECT page.* FROM site s CROSS JOIN LATERAL (
     SELECT ${SEEN}
       FROM vm v WHERE v.site_id = s.site_id AND v.vm_id > $after AND ${SETTLED} ORDER BY v.vm_id LIMIT ${PAGE}) page
    WHERE s.provider = $provider ORDER BY page.vm_id LIMIT ${PAGE}`,
);
const settledOf = statement(
  "vm_settled_of",
  `SELECT ${SEEN}
     FROM vm v JOIN site s ON s.site_id = v.site_id AND s.provider = $provider
    WHERE ${SETTLED} AND v.vm_id = ANY ($vm_ids::text[])`,
);

// `seen_at` ensures that the VM has not been written since it was compared with the inventory.
const correct = statement(
  "vm_correct",
  `WITH moved AS (
     UPDATE vm SET status = $status::vm_status, failed_operation_id = NULL, updated_at = now(),
            lost_power = CASE WHEN $status = 'error' AND status IN ('running', 'stopped') THEN status::text END
      WHERE vm_id = $vm_id AND status = $former_status::vm_status AND operation_id IS NULL
        AND coalesce(updated_at, created_at) = $seen_at
     RETURNING workspace_id, vm_id
   )
   ${auditMove("moved", {
     actor: "reconcile-instances",
     action: "$action",
     resource: "vm_id",
   })}`,
);

// Does not overwrite the address if the VM's network changed while the provider was being queried.
const correctAddress = statement(
  "vm_correct_address",
  `UPDATE vm v SET private_ip = $private_ip, updated_at = now()
    WHERE v.vm_id = $vm_id AND v.operation_id IS NULL AND coalesce(v.updated_at, v.created_at) = $seen_at
      AND ${isAtHome("v")}`,
);

const hostsOf = statement(
  "provider_hosts",
  `SELECT h.host_id, h.name FROM site_host h JOIN site s ON s.site_id = h.site_id WHERE s.provider = $provider`,
);

// What the VM's owner sees has not changed, so it is not an update of the VM. A place that is reserved without an
// operation is one of an operation that ended with a fence.
const correctHost = statement(
  "vm_correct_host",
  `UPDATE vm SET host_id = $host_id, next_host_id = NULL
    WHERE vm_id = $vm_id AND operation_id IS NULL AND deleted_at IS NULL
      AND coalesce(updated_at, created_at) = $seen_at`,
);

const correctGpus = statement(
  "vm_correct_gpus",
  `SELECT correct_gpus(v.vm_id, v.host_id, $gpus::text[])::text FROM vm v
    WHERE v.vm_id = $vm_id AND v.operation_id IS NULL AND v.deleted_at IS NULL AND v.host_id IS NOT NULL
      AND coalesce(v.updated_at, v.created_at) = $seen_at`,
);

/** The ids of a provider's hosts by their names. */
type Hosts = ReadonlyMap<string, string>;

/**
 * A VM that no operation holds. `seen_at` is when it was last written. `ended` means that its create failed, and that
 * its provider may still have to remove its instance. `at_home` means that its address is the provider's own.
 */
type SettledVm = RowOf<typeof settledPage>;

/**
 * Compares each provider's inventory with the database. A VM whose instance is lost becomes `error`, and one that was
 * stopped or started outside Fulmar gets its actual state. A VM that left its VPCs gets the provider's address, and an
 * instance with a tombstone is removed.
 */
export const reconcileInstances: Reconciler<WorkerServices> = {
  name: "reconcile-instances",
  everyMs: 10_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { sql } = services.database;
    const compare = async ({ compute, hosts }: Provider, provider: string) => {
      await showWhatIs(services, provider, { compute, hosts }, signal);
      const find = async (ids: readonly string[]) => (await compute.findInstances(ids, signal)).map(({ vmId }) => vmId);
      const remove = ({ resource_id }: Tombstone, limited: AbortSignal) => compute.deleteInstance(resource_id, limited);
      throwAll(await removeEnded(sql, { kind: "vm", provider, find, remove }, signal));
    };
    await eachProvider(services, compare, signal, lane);
  },
};

/** Updates VMs to match their instances. Lost VMs come last, when their number is known. */
async function showWhatIs(
  services: WorkerServices,
  provider: string,
  ports: Pick<Provider, "compute" | "hosts">,
  signal: AbortSignal,
): Promise<void> {
  const { sql } = services.database;
  const pages = services.pages();
  const hosts = await readHosts(sql, provider);
  const lost: SettledVm[] = [];
  let known = 0;
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const vms = await pages.query(settledPage, { provider, after });
    lost.push(...(await compareWithInventory(sql, vms, hosts, ports.compute, signal)));
    known += vms.filter(({ status }) => status !== "error").length;
    full = vms.length === PAGE;
    after = vms.at(-1)?.vm_id ?? after;
  }
  const unexplained = lost.length === 0 ? 0 : await withoutReason(lost, hosts, ports, signal);
  await refuseGreatLoss(sql, provider, "VMs", { known: known - (lost.length - unexplained), lost: unexplained });
  for (const vm of lost) await correctVm(sql, vm, "error");
}

/** Counts lost VMs, without those on hosts that are down: that says nothing of the site. */
async function withoutReason(
  lost: readonly SettledVm[],
  ids: Hosts,
  { hosts }: Pick<Provider, "hosts">,
  signal: AbortSignal,
): Promise<number> {
  const listed = await hosts.listHosts(signal);
  const down = new Set(listed.filter(({ online }) => !online).map(({ name }) => ids.get(name)));
  return lost.filter(({ host_id }) => host_id === null || !down.has(host_id)).length;
}

/** Updates the VMs that a site has reported. Ids that do not belong to a VM are ignored. */
export async function showInstances(
  sql: Sql,
  provider: string,
  port: ComputePort,
  vmIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const vms = await sql.query(settledOf, { provider, vm_ids: vmIds });
  if (vms.length === 0) return;
  const hosts = await readHosts(sql, provider);
  for (const vm of await compareWithInventory(sql, vms, hosts, port, signal)) await correctVm(sql, vm, "error");
}

/**
 * Updates VMs to match their instances. The inventory is read after the VMs, so it is valid for every VM that does not
 * change meanwhile.
 * @returns the VMs that have lost their instance and are not yet in error
 */
async function compareWithInventory(
  sql: Sql,
  vms: readonly SettledVm[],
  hosts: Hosts,
  port: ComputePort,
  signal: AbortSignal,
): Promise<SettledVm[]> {
  const ids = vms.map((vm) => vm.vm_id);
  const instances = new Map((await port.findInstances(ids, signal)).map((instance) => [instance.vmId, instance]));
  const lost: SettledVm[] = [];
  for (const vm of vms) {
    const instance = instances.get(vm.vm_id);
    const host_id = instance && hostOf(hosts, instance);
    if (host_id !== undefined && (host_id !== vm.host_id || vm.next_host_id !== null))
      await sql.query(correctHost, { vm_id: vm.vm_id, host_id, seen_at: vm.seen_at });
    if (instance?.gpus != null && vm.gpus !== null && !isDeepStrictEqual(instance.gpus.toSorted(), vm.gpus))
      await sql.query(correctGpus, { vm_id: vm.vm_id, gpus: instance.gpus, seen_at: vm.seen_at });
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

async function readHosts(sql: Sql, provider: string): Promise<Hosts> {
  return new Map((await sql.query(hostsOf, { provider })).map(({ name, host_id }) => [name, host_id]));
}

/** The id of an instance's host. Undefined while no worker has seen the host. */
function hostOf(hosts: Hosts, { host }: Pick<Instance, "host">): string | undefined {
  if (host !== null) return hosts.get(host);
  const [only, ...others] = hosts.values();
  return others.length === 0 ? only : undefined;
}

/** The status of a VM according to its provider. */
function truthOf(vm: Pick<SettledVm, "status" | "ended">, instance: Pick<Instance, "power"> | undefined): VmStatus {
  if (vm.ended) return vm.status;
  return instance?.power ?? "error";
}

/** Writes the provider's address of a VM that is in no VPC. Does nothing when the VM has changed meanwhile. */
async function correctVmAddress(sql: Sql, vm: SettledVm, privateIp: string): Promise<void> {
  await sql.query(correctAddress, { vm_id: vm.vm_id, private_ip: privateIp, seen_at: vm.seen_at });
}

/** The audit actions for VMs that changed outside Fulmar. */
const ACTIONS: Readonly<Partial<Record<VmStatus, string>>> = {
  error: "vm.instance_lost",
  stopped: "vm.instance_stopped",
  running: "vm.instance_started",
};

/** Updates a VM to match its provider and writes an audit event. Does nothing when the VM has changed meanwhile. */
async function correctVm(sql: Sql, vm: SettledVm, status: VmStatus): Promise<void> {
  await sql.query(correct, {
    vm_id: vm.vm_id,
    former_status: vm.status,
    status,
    seen_at: vm.seen_at,
    audit_event_id: newId("aud"),
    action: ACTIONS[status] ?? "vm.corrected",
  });
}
