import type { Configuration } from "@fulmar/config";
import { type Database, type Sql, statement, violatedConstraint } from "@fulmar/prisma";
import type { StrangerMachine, Strangers } from "@fulmar/providers";
import { auditOperator } from "../audit/index.ts";
import { createAdmission } from "../billing/index.ts";
import { auditValues } from "../request/audit-event.ts";
import { type BillingAdmission, boughtMeanwhile, isBoughtMeanwhile } from "../request/change/admission.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { asOperator, atSite, type OperatedSite } from "../site/index.ts";
import { BY_COMMAND, type Decided } from "./decided.ts";
import { insertAdoptedRows } from "./insert-adopted-rows.ts";
import { type MachinePlan, planFor } from "./machine-plan.ts";
import { buyMachine, type MachinePurchases } from "./machine-purchases.ts";
import { type Found, labelsOf, type Prepared, prepareRows, VOLUME_TYPE } from "./machine-rows.ts";
import { findStrangers, type UnfinishedAdoption, unfinishedAdoptions } from "./strangers.ts";

const TIMEOUT_MS = 60_000;

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

/** An adopted machine as the database has it, or would have it. */
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
  /** Its addition to the price of an hour. Null where something has no price. */
  readonly hourlyPrice: string | null;
  readonly warnings: readonly string[];
}

const begin = statement(
  "adoption_begin",
  `INSERT INTO machine_adoption (provider, machine, vm_id, volumes)
   VALUES ($provider, $machine, $vm_id, $volumes::jsonb)
       ON CONFLICT (provider, machine) DO UPDATE SET volumes = excluded.volumes || machine_adoption.volumes
   RETURNING vm_id`,
);

const end = statement(
  "adoption_end",
  "DELETE FROM machine_adoption WHERE provider = $provider AND machine = $machine AND vm_id = $vm_id RETURNING vm_id",
);

const bind = statement(
  "adoption_bind",
  "SELECT bind_purchases($workspace_id::bigint, $rows::jsonb, $bound_hours::int) AS bound",
);

// Traffic of the machine from before its adoption is nobody's.
const beginTraffic = statement(
  "adoption_traffic",
  `INSERT INTO vm_bandwidth (workspace_id, vm_id, day, rx_bytes, tx_bytes, rx_counter, tx_counter)
   VALUES ($workspace_id::bigint, $vm_id, (now() AT TIME ZONE 'UTC')::date, 0, 0, $rx_counter::bigint,
           $tx_counter::bigint)`,
);

const audit = statement(
  "adoption_audit",
  `WITH changed AS (SELECT organization_id, workspace_id FROM workspace WHERE workspace_id = $workspace_id::bigint)
   ${auditOperator("site.adopt", {
     ...{ resource: "$resource_id", workspace: "changed.workspace_id", detail: "$detail" },
   })}`,
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
    asOperator((signal) => adoptMachineAt({ database, admission, by: BY_COMMAND }, site, request, signal), TIMEOUT_MS),
  );
}

interface Adopting {
  readonly database: Database;
  readonly admission: BillingAdmission;
  readonly by: Decided;
}

/** Adopts a machine at a site that is open, in the session of whoever has opened its provider. */
export async function adoptMachineAt(
  { database, admission, by }: Adopting,
  site: OperatedSite,
  request: MachineAdoption,
  signal: AbortSignal,
): Promise<AdoptedMachine> {
  const { sql } = database;
  const begun = await unfinishedAdoptions(sql, site.providerName);
  const strangers = await findStrangers(site.provider, begun, signal);
  const machine = requireMachine(strangers, request.machine);
  const { prepared, purchases, answer } = await proposeMachine(sql, admission, { strangers, machine, begun }, request);
  if (request.dryRun) return answer;
  await label(database, site, prepared, begun, signal);
  await database.transaction(
    ({ sql: own }) => record(own, admission, { site, request, by }, { ...prepared, stranger: machine, purchases }),
    { asAdopter: true },
  );
  if (request.force) await admission.recount(sql, prepared.workspace);
  return { ...answer, vmId: String(prepared.vm.vm_id) };
}

/**
 * The rows and purchases of a machine that is adopted, and what is told of them. Changes nothing.
 * @throws DomainError 409, or 402 or 403 from billing, without `force`
 */
export async function proposeMachine(
  sql: Sql,
  admission: BillingAdmission,
  { strangers, machine, begun }: Omit<Found, "plan">,
  request: Omit<MachineAdoption, "machine" | "dryRun">,
) {
  const plan = await planFor(sql, machine, request);
  const prepared = await prepareRows(sql, { strangers, machine, plan, begun }, request);
  const adopted = summaryOf(prepared, machine);
  const wanted = {
    plan,
    diskGb: adopted.diskGb,
    volumeType: VOLUME_TYPE,
    volumeSizesGb: prepared.volumes.map(({ sizeGb }) => sizeGb),
  };
  const purchases = await buyMachine(sql, admission, prepared.workspace, wanted, request.force);
  const answer: AdoptedMachine = { ...adopted, hourlyPrice: purchases.hourlyPrice, vmId: null };
  return { prepared, purchases, answer };
}

/**
 * Keeps the ids, then writes the labels. Volumes that an interrupted adoption has labeled, and that are detached now,
 * are let go.
 * @throws DomainError 409 when another command is adopting the machine
 */
async function label(
  database: Database,
  { provider, providerName }: OperatedSite,
  prepared: Prepared,
  begun: readonly UnfinishedAdoption[],
  signal: AbortSignal,
): Promise<void> {
  const { machine, vm, volumes } = prepared;
  const volumeIds = Object.fromEntries(volumes.map(({ volume, row }) => [volume, String(row.volume_id)]));
  const row = { provider: providerName, machine, vm_id: String(vm.vm_id), volumes: JSON.stringify(volumeIds) };
  const kept = await database.transaction(({ sql }) => sql.maybe(begin, row), { asAdopter: true });
  if (kept?.vm_id !== vm.vm_id) throw adoptedMeanwhile(machine);
  const earlier = begun.find((adoption) => adoption.machine === machine);
  const left = Object.entries(earlier?.volumeIds ?? {}).flatMap(([volume, id]) => (volume in volumeIds ? [] : [id]));
  if (earlier !== undefined && left.length > 0) await provider.adoption.releaseMachine(earlier.vmId, left, signal);
  await provider.adoption.labelMachine(labelsOf(prepared, machine), signal);
}

function adoptedMeanwhile(machine: string): DomainError {
  return conflict("not_unknown", `Another command is adopting the machine ${machine}; list the strangers again.`);
}

/** @throws DomainError 404, or 409 that says why it cannot be adopted */
function requireMachine({ machines }: Strangers, name: string): StrangerMachine {
  const machine = machines.find((candidate) => candidate.name === name);
  if (machine === undefined)
    throw new DomainError("not_found", `The site has no machine ${name} that is not Fulmar's; list those that it has.`);
  if (machine.obstacles.length > 0)
    throw conflict("machine_unfit", `The machine ${name} cannot be adopted. ${machine.obstacles.join(" ")}`);
  return machine;
}

/** The transaction that makes a labeled machine a VM. */
async function record(
  sql: Sql,
  admission: BillingAdmission,
  { site, request, by }: { readonly site: OperatedSite; readonly request: MachineAdoption; readonly by: Decided },
  {
    workspace,
    machine,
    vm,
    volumes,
    stranger,
    purchases,
  }: Prepared & { readonly stranger: StrangerMachine; readonly purchases: MachinePurchases },
): Promise<void> {
  const vmId = String(vm.vm_id);
  const ended = await sql.maybe(end, { provider: site.providerName, machine, vm_id: vmId });
  if (ended === undefined) throw adoptedMeanwhile(machine);
  try {
    await insertAdoptedRows(sql, { vm: [vm], volume: volumes.map(({ row }) => row) });
    if (!request.force)
      await sql.query(bind, {
        workspace_id: workspace.id,
        rows: JSON.stringify(purchases.rows),
        bound_hours: admission.boundHours,
      });
  } catch (error) {
    if (isBoughtMeanwhile(error)) throw boughtMeanwhile(error);
    if (violatedConstraint(error) !== "vm_name_unique") throw error;
    throw conflict(
      "name_taken",
      `The workspace has another VM named ${String(vm.name)}; choose another name for this one.`,
    );
  }
  await sql.query(beginTraffic, {
    workspace_id: workspace.id,
    vm_id: vmId,
    rx_counter: stranger.rxBytes,
    tx_counter: stranger.txBytes,
  });
  await sql.query(audit, { workspace_id: workspace.id, resource_id: vmId, detail: by.reason, ...auditValues() });
  await by.settle(sql, `Adopted as the VM ${String(vm.name)} (${vmId}).`);
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
