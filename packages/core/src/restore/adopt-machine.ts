import type { Configuration } from "@fulmar/config";
import { Name } from "@fulmar/contract";
import { type Database, type RowOf, type Sql, statement, type Transaction, violatedConstraint } from "@fulmar/prisma";
import type { MachineLabels, SiteRecord, StrangerMachine, Strangers } from "@fulmar/providers";
import { auditOperator, auditValues } from "../audit/index.ts";
import { createAdmission } from "../billing/index.ts";
import { rootVolumeId } from "../recovery/index.ts";
import { type BillingAdmission, boughtMeanwhile, isBoughtMeanwhile } from "../request/admission.ts";
import type { Workspace } from "../request/caller.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { asOperator, atSite, type OperatedSite, RECORDED, type RecordedTableName } from "../site/index.ts";
import type { Row } from "./adopted-rows.ts";
import { insertAdoptedRows } from "./insert-adopted-rows.ts";
import { type MachinePlan, planFor } from "./machine-plan.ts";
import { buyMachine, type MachinePurchases } from "./machine-purchases.ts";
import { findStrangers, type UnfinishedAdoption, unfinishedAdoptions } from "./strangers.ts";

const TIMEOUT_MS = 60_000;
/** The image of adopted machines. The migration inserts it. */
const TEMPLATE = { template_id: "unknown", os_type: "linux", os_distro: "unknown" };
/** Volumes are charged as this type: a site does not say what its pool is made of. */
const VOLUME_TYPE = "ssd";
/** The letters of devices besides the root disk's. */
const DEVICES = "bcdefghijklmnopqrstuvwxyz";

export interface MachineAdoption {
  readonly siteId: string;
  /** Its name at the site. */
  readonly machine: string;
  readonly workspaceId: bigint;
  /** The VM's name; by default the machine's. */
  readonly name?: string | undefined;
  /** The plan that it is charged as; by default the cheapest that covers its CPUs and memory. */
  readonly planId?: string | undefined;
  /** Adopts although quota, funds or the plan do not suffice. */
  readonly force: boolean;
  /** Only tells what would be recorded. */
  readonly dryRun: boolean;
}

/** What the database has of an adopted machine, or would have. */
export interface AdoptedMachine {
  /** Null for a dry run. */
  readonly vmId: string | null;
  readonly name: string;
  readonly power: StrangerMachine["power"];
  readonly plan: MachinePlan;
  readonly cpu: number;
  readonly ramMb: number;
  readonly diskGb: number;
  readonly addresses: readonly string[];
  readonly volumes: readonly { readonly name: string; readonly sizeGb: number; readonly devicePath: string }[];
  /** What it adds to the price of an hour. Null where something has no price. */
  readonly hourlyPrice: string | null;
  readonly warnings: readonly string[];
}

const findWorkspace = statement(
  "adoption_workspace",
  `SELECT w.workspace_id, w.name, w.organization_id, o.name AS organization_name,
          EXISTS (SELECT FROM vm v WHERE v.workspace_id = w.workspace_id AND v.type = 'cloud' AND v.name = $2 AND v.deleted_at IS NULL) AS name_taken,
          ARRAY(SELECT v.name FROM volume v WHERE v.workspace_id = w.workspace_id AND v.name = ANY ($3::text[]) AND v.deleted_at IS NULL) AS volume_names_taken,
          ARRAY(SELECT host(a.address) FROM public_address a WHERE a.address = ANY ($4::inet[])) AS pool_addresses,
          coalesce((SELECT installation_id FROM installation), '') AS installation_id, now()::timestamptz(3) AS moment
     FROM workspace w JOIN organization o USING (organization_id) WHERE w.workspace_id = $1::bigint AND w.deleted_at IS NULL`,
);

const begin = statement(
  "adoption_begin",
  `INSERT INTO machine_adoption (provider, machine, vm_id, volumes) VALUES ($1, $2, $3, $4::jsonb)
       ON CONFLICT (provider, machine) DO UPDATE SET volumes = machine_adoption.volumes || excluded.volumes
   RETURNING vm_id`,
);

const end = statement(
  "adoption_end",
  "DELETE FROM machine_adoption WHERE provider = $1 AND machine = $2 AND vm_id = $3 RETURNING vm_id",
);

const bind = statement("adoption_bind", "SELECT bind_purchases($1::bigint, $2::jsonb, $3::int) AS bound");

// What the machine has sent and received before it was adopted is nobody's.
const beginTraffic = statement(
  "adoption_traffic",
  `INSERT INTO vm_bandwidth (workspace_id, vm_id, day, rx_bytes, tx_bytes, rx_counter, tx_counter)
   VALUES ($1::bigint, $2, (now() AT TIME ZONE 'UTC')::date, 0, 0, $3::bigint, $4::bigint)`,
);

const audit = statement(
  "adoption_audit",
  `WITH changed AS (SELECT organization_id, workspace_id FROM workspace WHERE workspace_id = $1::bigint)
   ${auditOperator("site.adopt", { resource: "$2", workspace: "changed.workspace_id", first: 3 })}`,
);

/**
 * Makes a machine that is not Fulmar's a VM of a workspace. It runs on: only labels are written at its site. It is
 * charged from now on.
 *
 * A crash leaves a stranger or a VM. The ids are kept first, so that labels with them are known; then the site gets the
 * labels; then one transaction inserts the rows. Repeated, the command goes on with the same ids.
 * @throws DomainError 404; 409 with what is in the way; 402 or 403 from billing, without `force`; 503 with the server's
 * message
 */
export function adoptMachine(
  database: Database,
  configuration: Pick<
    Configuration,
    "secrets" | "simulatedSiteUrl" | "billingUrl" | "billingTimeoutMs" | "fundsHorizonHours"
  >,
  request: MachineAdoption,
): Promise<AdoptedMachine> {
  const admission = createAdmission(configuration);
  return atSite(database, configuration, request.siteId, (site) =>
    asOperator((signal) => adopt(database, admission, site, request, signal), TIMEOUT_MS),
  );
}

async function adopt(
  database: Database,
  admission: BillingAdmission,
  site: OperatedSite,
  request: MachineAdoption,
  signal: AbortSignal,
): Promise<AdoptedMachine> {
  const { sql } = database;
  const begun = await unfinishedAdoptions(sql, site.providerName);
  const strangers = await findStrangers(site.provider, begun, signal);
  const machine = requireMachine(strangers, request.machine);
  const plan = await planFor(sql, machine, request);
  const prepared = await prepare(sql, site, { strangers, machine, plan, begun }, request);
  const { workspace, vm, volumes } = prepared;
  const adopted = summaryOf(prepared, machine);
  const wanted = {
    plan,
    diskGb: adopted.diskGb,
    volumeType: VOLUME_TYPE,
    volumeSizesGb: volumes.map(({ sizeGb }) => sizeGb),
  };
  const purchases = await buyMachine(sql, admission, workspace, wanted, request.force);
  const answer = { ...adopted, hourlyPrice: purchases.hourlyPrice };
  if (request.dryRun) return { ...answer, vmId: null };
  const volumeIds = Object.fromEntries(volumes.map(({ volume, row }) => [volume, String(row.volume_id)]));
  await sql.query(begin, [site.providerName, machine.name, String(vm.vm_id), JSON.stringify(volumeIds)]);
  await site.provider.adoption.labelMachine(labelsOf(prepared, machine.name), signal);
  await database.transaction((transaction) =>
    record(transaction, admission, site, { ...prepared, machine, purchases }, request.force),
  );
  if (request.force) await admission.recount(sql, workspace);
  return { ...answer, vmId: String(vm.vm_id) };
}

/** @throws DomainError 404, or 409 that says why it cannot be adopted */
function requireMachine({ machines }: Strangers, name: string): StrangerMachine {
  const machine = machines.find((candidate) => candidate.name === name);
  if (machine === undefined)
    throw new DomainError(
      "not_found",
      `The site has no machine ${name} that is not Fulmar's; admin site strangers lists those that it has.`,
    );
  if (machine.obstacles.length > 0)
    throw conflict("machine_unfit", `The machine ${name} cannot be adopted. ${machine.obstacles.join(" ")}`);
  return machine;
}

interface Found {
  readonly strangers: Strangers;
  readonly machine: StrangerMachine;
  readonly plan: MachinePlan;
  readonly begun: readonly UnfinishedAdoption[];
}

/** The rows that an adoption inserts, and what they depend on. */
interface Prepared {
  readonly workspace: Workspace;
  readonly installationId: string;
  readonly plan: MachinePlan;
  readonly vm: Row;
  readonly volumes: readonly { readonly volume: string; readonly sizeGb: number; readonly row: Row }[];
}

async function prepare(
  sql: Sql,
  { siteId }: OperatedSite,
  { strangers, machine, plan, begun }: Found,
  { workspaceId, name: wanted = machine.name }: MachineAdoption,
): Promise<Prepared> {
  const name = requireName(wanted, "--name");
  for (const volume of machine.volumes) requireName(volume, "the volume's name at the site");
  const [row] = await sql.query(findWorkspace, [workspaceId, name, machine.volumes, machine.addresses]);
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
  return { workspace, installationId: row.installation_id, plan, vm, volumes };
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
    throw conflict("name_taken", `The workspace has another VM named ${name}; choose another name with --name.`);
  if (volume !== undefined)
    throw conflict("name_taken", `The workspace has another volume named ${volume}; rename that one first.`);
  if (address !== undefined)
    throw conflict(
      "address_taken",
      `The machine ${machine.name} has the address ${address}, which is in Fulmar's public pool and may be given to another VM; change it at the machine first.`,
    );
  if (machine.volumes.length > DEVICES.length)
    throw conflict("machine_unfit", `The machine ${machine.name} has more than ${DEVICES.length} volumes.`);
}

function labelsOf({ installationId, plan, vm, volumes }: Prepared, machine: string): MachineLabels {
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

function recordOf(installation_id: string, table: RecordedTableName & ("vm" | "volume"), row: Row): SiteRecord {
  const leftOut: readonly string[] = RECORDED[table].leftOut;
  const kept = Object.fromEntries(Object.entries(row).filter(([column]) => !leftOut.includes(column)));
  return { installation_id, rows: { [table]: [kept] } };
}

type Bought = Prepared & { readonly machine: StrangerMachine; readonly purchases: MachinePurchases };

/** The transaction that makes a labeled machine a VM. */
async function record(
  { sql }: Pick<Transaction, "sql">,
  admission: BillingAdmission,
  site: OperatedSite,
  { workspace, machine, vm, volumes, purchases }: Bought,
  force: boolean,
): Promise<void> {
  const vmId = String(vm.vm_id);
  const ended = await sql.query(end, [site.providerName, machine.name, vmId]);
  if (ended.length === 0)
    throw conflict("not_unknown", `Another command has adopted the machine ${machine.name} meanwhile.`);
  try {
    await insertAdoptedRows(sql, { vm: [vm], volume: volumes.map(({ row }) => row) });
    if (!force) await sql.query(bind, [workspace.id, JSON.stringify(purchases.rows), admission.boundHours]);
  } catch (error) {
    if (isBoughtMeanwhile(error)) throw boughtMeanwhile(error);
    if (violatedConstraint(error) !== "vm_name_unique") throw error;
    throw conflict(
      "name_taken",
      `The workspace has another VM named ${String(vm.name)}; choose another name with --name.`,
    );
  }
  await sql.query(beginTraffic, [workspace.id, vmId, machine.rxBytes, machine.txBytes]);
  await sql.query(audit, [workspace.id, vmId, ...auditValues()]);
}

function summaryOf({ plan, vm, volumes }: Prepared, machine: StrangerMachine) {
  const { cpu, ram_mb, disk_gb } = vm;
  return {
    name: String(vm.name),
    power: machine.power,
    plan,
    cpu: Number(cpu),
    ramMb: Number(ram_mb),
    diskGb: Number(disk_gb),
    addresses: machine.addresses,
    volumes: volumes.map(({ volume, sizeGb, row }) => ({ name: volume, sizeGb, devicePath: String(row.device_path) })),
    warnings: machine.warnings,
  };
}
