import { Name } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { MachineLabels, SiteRecord, StrangerMachine, Strangers } from "@fulmar/providers";
import type { Workspace } from "../request/caller.ts";
import { conflict } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { RECORDED } from "../site/index.ts";
import { rootVolumeId } from "../work/root-volume.ts";
import type { Row } from "./adopted-rows.ts";
import type { MachinePlan } from "./machine-plan.ts";
import type { UnfinishedAdoption } from "./strangers.ts";

/** The image of adopted machines. The migration inserts it. */
const TEMPLATE = { template_id: "unknown", os_type: "linux", os_distro: "unknown" };
/** Volumes are charged as this type: a site does not say what its pool is made of. */
export const VOLUME_TYPE = "ssd";
/** The letters of devices besides the root disk's. */
const DEVICES = "bcdefghijklmnopqrstuvwxyz";

const findWorkspace = statement(
  "adoption_workspace",
  `SELECT w.workspace_id, w.name, w.organization_id, o.name AS organization_name,
          EXISTS (SELECT FROM vm v
                   WHERE v.workspace_id = w.workspace_id AND v.type = 'cloud' AND v.name = $name
                     AND v.deleted_at IS NULL) AS name_taken,
          ARRAY(SELECT v.name FROM volume v
                 WHERE v.workspace_id = w.workspace_id AND v.name = ANY ($names::text[])
                   AND v.deleted_at IS NULL) AS volume_names_taken,
          ARRAY(SELECT host(a.address) FROM public_address a
                 WHERE a.address = ANY ($address::inet[])) AS pool_addresses,
          coalesce((SELECT installation_id FROM installation), '') AS installation_id, now()::timestamptz(3) AS moment
     FROM workspace w JOIN organization o USING (organization_id)
    WHERE w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL`,
);

/** Whose VM the machine becomes, and its name there: that of the machine, unless it is given. */
interface NewOwner {
  readonly siteId: string;
  readonly workspaceId: bigint;
  readonly name?: string | undefined;
}

export interface Found {
  readonly strangers: Strangers;
  readonly machine: StrangerMachine;
  readonly plan: MachinePlan;
  readonly begun: readonly UnfinishedAdoption[];
}

/** The rows that an adoption inserts, and what they depend on. */
export interface Prepared {
  readonly workspace: Workspace;
  readonly installationId: string;
  /** The machine's name at the site. */
  readonly machine: string;
  readonly plan: MachinePlan;
  readonly vm: Row;
  readonly volumes: readonly { readonly volume: string; readonly sizeGb: number; readonly row: Row }[];
}

/**
 * The rows of a machine's VM and volumes.
 * @throws DomainError 409 when the workspace, a name or an address is in the way
 */
export async function prepareRows(
  sql: Sql,
  { strangers, machine, plan, begun }: Found,
  { siteId, workspaceId, name: wanted = machine.name }: NewOwner,
): Promise<Prepared> {
  const name = requireName(wanted, "the name of the VM");
  for (const volume of machine.volumes) requireName(volume, "the volume's name at the site");
  const row = await sql.maybe(findWorkspace, {
    workspace_id: workspaceId,
    name,
    names: machine.volumes,
    address: machine.addresses,
  });
  if (row === undefined) throw conflict("workspace_missing", `The workspace ${workspaceId} does not exist.`);
  refuseTaken(name, machine, row);
  const earlier = begun.find(({ machine: of }) => of === machine.name);
  const owned = { workspace_id: String(row.workspace_id), site_id: siteId, created_at: row.moment.toISOString() };
  const vm_id = earlier?.vmId ?? newId("vm");
  const size = {
    cpu: machine.cpu ?? plan.cpu,
    ram_mb: machine.ramMb ?? plan.ramMb,
    disk_gb: machine.diskGb ?? plan.diskGb,
  };
  const vm = {
    ...{ vm_id, ...owned, type: "cloud", name, status: machine.power, plan_id: plan.planId, ...TEMPLATE, ...size },
    ...{ gpu_model: null, gpu_count: 0, private_ip: machine.addresses[0] ?? null, tags: [], ssh_keys: [] },
    adopted_at: owned.created_at,
  };
  const volumes = machine.volumes.map((volume, place) => {
    const sizeGb = strangers.volumes.find((candidate) => candidate.name === volume)?.sizeGb ?? 1;
    const attached = { status: "in-use", attached_vm_id: vm_id, device_path: `/dev/vd${DEVICES[place]}` };
    const volume_id = earlier?.volumeIds[volume] ?? newId("vol");
    return {
      volume,
      sizeGb,
      row: { volume_id, ...owned, name: volume, type: VOLUME_TYPE, size_gb: sizeGb, ...attached },
    };
  });
  const workspace = {
    id: row.workspace_id,
    name: row.name,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
  };
  return { workspace, installationId: row.installation_id, machine: machine.name, plan, vm, volumes };
}

/** @throws DomainError 409 */
function requireName(name: string, where: string): string {
  const parsed = Name.safeParse(name);
  if (parsed.success) return parsed.data;
  throw conflict(
    "machine_unfit",
    `"${name}" is no name for Fulmar: ${where} ${parsed.error.issues[0]?.message ?? ""}.`,
  );
}

function refuseTaken(
  name: string,
  machine: StrangerMachine,
  { name_taken, volume_names_taken: [volume], pool_addresses: [address] }: RowOf<typeof findWorkspace>,
): void {
  if (name_taken === true)
    throw conflict("name_taken", `The workspace has another VM named ${name}; choose another name for this one.`);
  if (volume !== undefined)
    throw conflict("name_taken", `The workspace has another volume named ${volume}; rename that one first.`);
  if (address !== undefined)
    throw conflict(
      "address_taken",
      `The machine ${machine.name} has the address ${address}, which is in Fulmar's public pool and may be given to ` +
        "another VM; change it at the machine first.",
    );
  if (machine.volumes.length > DEVICES.length)
    throw conflict("machine_unfit", `The machine ${machine.name} has more than ${DEVICES.length} volumes.`);
}

/** The labels that the site gets for rows, with their site records. */
export function labelsOf({ installationId, plan, vm, volumes }: Prepared, machine: string): MachineLabels {
  const vmId = String(vm.vm_id);
  return {
    machine,
    vmId,
    vmName: String(vm.name),
    planId: plan.planId,
    templateId: TEMPLATE.template_id,
    rootVolumeId: rootVolumeId(vmId),
    record: recordOf(installationId, "vm", vm),
    volumes: volumes.map(({ volume, row }) => ({
      volume,
      volumeId: String(row.volume_id),
      volumeName: String(row.name),
      devicePath: String(row.device_path),
      record: recordOf(installationId, "volume", row),
    })),
  };
}

function recordOf(installation_id: string, table: "vm" | "volume", row: Row): SiteRecord {
  const leftOut: readonly string[] = RECORDED[table].leftOut;
  const kept = Object.fromEntries(Object.entries(row).filter(([column]) => !leftOut.includes(column)));
  return { installation_id, rows: { [table]: [kept] } };
}
