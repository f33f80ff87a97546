// The machines and volumes at sites that are not Fulmar's (docs/adr/0136). A worker says what there is, and carries out
// what operators decide.
import { type OperatorAdoptionPreview, OperatorStranger } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { StrangerMachine, Strangers } from "@fulmar/providers";
import { createAdmission } from "../billing/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";
import { type MachineAdoption, proposeMachine } from "../restore/index.ts";
import { decisionsById, readSite, refuseFenced, writeDecision } from "./unknown-resources.ts";

const STRANGER = `s.kind, s.name, s.type, s.power, s.cpu, s.ram_mb, s.image, s.disk_gb, s.addresses, s.hosts, s.volumes,
          s.machines, s.obstacles, s.warnings, s.first_seen_at, s.last_seen_at`;

const list = statement(
  "operator_stranger_list",
  `SELECT ${STRANGER}, d.decision_id
     FROM site_stranger s LEFT JOIN LATERAL (
       SELECT d.decision_id FROM site_decision d
        WHERE d.provider = s.provider AND d.resource_id = s.name AND d.kind = s.kind
        ORDER BY d.decision_id DESC LIMIT 1) AS d ON true
    WHERE s.provider = $provider AND (s.kind, s.name) > ($after_kind, $after_name)
      AND ($kind::text IS NULL OR s.kind = $kind)
    ORDER BY s.kind, s.name LIMIT $limit`,
);

const machineWithVolumes = statement(
  "operator_stranger_machine",
  `SELECT ${STRANGER} FROM site_stranger s
    WHERE s.provider = $provider AND (s.kind = 'machine' AND s.name = $machine
       OR s.kind = 'volume' AND $machine = ANY (s.machines)) ORDER BY s.kind, s.name`,
);

const named = statement(
  "operator_stranger_named",
  `SELECT EXISTS (SELECT FROM workspace w
                   WHERE w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL) AS workspace,
          EXISTS (SELECT FROM plan p WHERE p.plan_id = $plan_id) AS plan`,
);

const { kind: Kind, power: Power } = OperatorStranger.shape;
const shown = wireForm(OperatorStranger.omit({ decision: true, kind: true, power: true, site_id: true }));

const POSITION = /^([a-z]+) (.+)$/;

export const listStrangersForOperator: Handler<"operatorStranger.list"> = async (
  { sql },
  { site_id, limit, cursor, kind },
) => {
  const { provider } = await readSite(sql, site_id);
  const [, after_kind = "", after_name = ""] = POSITION.exec(decodeCursor(cursor, POSITION) ?? "") ?? [];
  const rows = await sql.query(list, { provider, after_kind, after_name, kind, limit: limit + 1 });
  const byId = await decisionsById(
    sql,
    rows.map(({ decision_id }) => decision_id),
  );
  return toPage(
    rows,
    limit,
    ({ kind: of, name }) => `${of} ${name}`,
    ({ decision_id, kind: of, power, ...row }) => ({
      ...shown(row),
      site_id,
      kind: Kind.parse(of),
      power: Power.parse(power),
      decision: byId.get(decision_id) ?? null,
    }),
  );
};

interface AdoptionInput {
  readonly site_id: string;
  readonly machine: string;
  readonly workspace_id: string;
  readonly plan_id?: string | undefined;
}

/** @throws DomainError 400, 404, 409 */
async function readStrangers(sql: Sql, { site_id, machine, workspace_id, plan_id }: AdoptionInput) {
  const site = await readSite(sql, site_id);
  const rows = await sql.query(machineWithVolumes, { provider: site.provider, machine });
  const strangers = strangersOf(rows);
  const [found] = strangers.machines;
  if (found === undefined)
    throw new DomainError("not_found", "The site has no such machine that is not Fulmar's; list those it has.");
  refuseFenced(site);
  if (found.obstacles.length > 0)
    throw conflict("machine_unfit", `The machine ${machine} cannot be adopted. ${found.obstacles.join(" ")}`);
  const known = await sql.one(named, { workspace_id: BigInt(workspace_id), plan_id: plan_id ?? "" });
  if (known.workspace !== true) throw invalidField("workspace_id", "must be the id of a workspace");
  if (plan_id !== undefined && known.plan !== true) throw invalidField("plan_id", "must be the id of a plan");
  return { provider: site.provider, strangers, machine: found };
}

function strangersOf(rows: readonly RowOf<typeof machineWithVolumes>[]): Strangers {
  return {
    machines: rows.flatMap(({ kind, name, type, power, cpu, ram_mb, disk_gb, image, ...lists }): StrangerMachine[] =>
      kind === "machine" && (type === "container" || type === "virtual-machine")
        ? [
            {
              ...{
                name,
                type,
                power: power === "running" ? power : "stopped",
                cpu,
                ramMb: ram_mb,
                diskGb: disk_gb,
                image,
              },
              ...{ addresses: lists.addresses, hosts: lists.hosts, volumes: lists.volumes, rxBytes: 0n, txBytes: 0n },
              ...{ obstacles: lists.obstacles, warnings: lists.warnings },
            },
          ]
        : [],
    ),
    volumes: rows.flatMap(({ kind, name, disk_gb: sizeGb, machines, obstacles }) =>
      kind === "volume" ? [{ name, sizeGb, machines, obstacles }] : [],
    ),
  };
}

export const previewMachineAdoption: Handler<"operatorStranger.previewAdoption"> = async (
  { sql, configuration },
  input,
) => {
  const { site_id, owner_workspace_id: workspace_id, vm_name: name, plan_id: planId } = input;
  const { strangers, machine } = await readStrangers(sql, { ...input, workspace_id });
  const request = { siteId: site_id, workspaceId: BigInt(workspace_id), name, planId };
  const { prepared, answer, needsForce } = await proposed(
    sql,
    createAdmission(configuration),
    strangers,
    machine,
    request,
  );
  return {
    ...{ site_id, machine: machine.name, workspace_id, workspace_name: prepared.workspace.name },
    ...{ organization_name: prepared.workspace.organizationName, vm_name: answer.name, plan_id: answer.plan.planId },
    ...{ cpu: answer.cpu, ram_mb: answer.ramMb, disk_gb: answer.diskGb, addresses: [...answer.addresses] },
    volumes: answer.volumes.map(({ name: volume, sizeGb, devicePath }) => ({
      ...{ name: volume, size_gb: sizeGb, device_path: devicePath },
    })),
    ...{ hourly_price: answer.hourlyPrice, warnings: [...answer.warnings], needs_force: needsForce },
  } satisfies OperatorAdoptionPreview;
};

/** What would be recorded; by force if it has to be, with why. */
async function proposed(
  sql: Sql,
  admission: ReturnType<typeof createAdmission>,
  strangers: Strangers,
  machine: StrangerMachine,
  request: Pick<MachineAdoption, "siteId" | "workspaceId" | "name" | "planId">,
) {
  const found = { strangers, machine, begun: [] };
  try {
    return { ...(await proposeMachine(sql, admission, found, { ...request, force: false })), needsForce: null };
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === "not_found") throw error;
    const forced = await proposeMachine(sql, admission, found, { ...request, force: true });
    return { ...forced, needsForce: error.message };
  }
}

export const adoptStranger: Handler<"operatorStranger.adopt"> = async (context, input) => {
  const { site_id, workspace_id, plan_id, vm_name, force, reason } = input;
  const { provider, machine } = await readStrangers(context.sql, input);
  return writeDecision(context, {
    ...{ site_id, provider, action: "adopt", kind: "machine", resource_id: machine.name, name: machine.name },
    ...{ size: sizeOf(machine), workspace_id: BigInt(workspace_id), plan_id, vm_name, force, reason },
  });
};

function sizeOf({ cpu, ramMb, diskGb }: StrangerMachine): string | null {
  const parts = [
    ...(cpu === null ? [] : [`${cpu} CPU`]),
    ...(ramMb === null ? [] : [`${ramMb / 1024} GB RAM`]),
    ...(diskGb === null ? [] : [`${diskGb} GB disk`]),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}
