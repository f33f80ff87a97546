import { type Sql, statement, type Transaction, violatedConstraint } from "@fulmar/prisma";
import type { ResourceKind, SiteResource } from "@fulmar/providers";
import { auditOperator } from "../audit/index.ts";
import { VmAddresses } from "../networking/index.ts";
import { auditValues } from "../request/audit-event.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { requireAddresses, takeAddresses } from "./adopt-addresses.ts";
import { ADOPTED_TABLES, type AdoptedRows, type AdoptedTable, keyColumns, ownRow, type Row } from "./adopted-rows.ts";
import type { Decided } from "./decided.ts";
import { insertAdoptedRows } from "./insert-adopted-rows.ts";
import { forgetUnknown, lockUnknown } from "./unknown-resources.ts";

/** An adopted resource and its new rows. */
export interface Adopted {
  readonly resource: SiteResource;
  readonly rows: AdoptedRows;
}

const workspaces = statement(
  "adopt_workspaces",
  `SELECT workspace_id, created_at FROM workspace
    WHERE workspace_id = ANY ($workspace_ids::bigint[]) AND deleted_at IS NULL FOR KEY SHARE`,
);

const installation = statement("adopt_installation", "SELECT installation_id FROM installation");

/** The `network_state` types of the kinds with revisions. */
const STATES: Readonly<Partial<Record<ResourceKind, "vm" | "subnet" | "nat_gateway">>> = {
  vm_network: "vm",
  subnet: "subnet",
  nat_gateway: "nat_gateway",
};

// The site ignores revisions older than its own. A network with a record is applied once more, so that site and
// database agree. One without a record is left alone until its next change.
const revise = statement(
  "adopt_revise",
  `INSERT INTO network_state AS s (workspace_id, resource_type, resource_id, revision, applied_revision, applied_at,
                                   apply_at)
   VALUES ($workspace_id::bigint, $resource_type::network_resource, $resource_id,
           $revision::int + $has_record::boolean::int, $revision::int, now(),
           CASE WHEN $has_record::boolean THEN now() END)
       ON CONFLICT (workspace_id, resource_type, resource_id) DO UPDATE
      SET revision = greatest(s.revision, excluded.revision), applied_revision = excluded.applied_revision,
          applied_at = now(), apply_at = excluded.apply_at`,
);

// A volume that is free in the database is attached as at the site.
const attachKnown = statement(
  "adopt_attach_volume",
  `UPDATE volume SET status = 'in-use', attached_vm_id = $attached_vm_id, device_path = $device_path, updated_at = now()
    WHERE volume_id = $volume_id AND status = 'available' AND operation_id IS NULL
      AND workspace_id = (SELECT v.workspace_id FROM vm v WHERE v.vm_id = $attached_vm_id)`,
);

const useSecrets = statement(
  "adopt_use_secrets",
  `INSERT INTO secret_use (workspace_id, secret_id, used_by_type, used_by_id, used_by_name)
   SELECT DISTINCT l.workspace_id, l.secret_id, 'load_balancer', b.load_balancer_id, b.name
     FROM load_balancer b JOIN load_balancer_listener l USING (workspace_id, load_balancer_id)
     JOIN secret s USING (workspace_id, secret_id)
    WHERE b.load_balancer_id = $load_balancer_id AND s.deleted_at IS NULL
       ON CONFLICT DO NOTHING`,
);

const unbury = statement(
  "adopt_unbury",
  "DELETE FROM tombstone WHERE provider = $provider AND kind = $kind AND resource_id = $resource_id",
);

const audit = statement(
  "adopt_audit",
  `WITH changed AS (SELECT organization_id, workspace_id FROM workspace WHERE workspace_id = $workspace_id::bigint)
   ${auditOperator("site.adopt", {
     ...{ resource: "$resource_id", workspace: "changed.workspace_id", detail: "$detail" },
   })}`,
);

/**
 * Inserts the rows of resources in one transaction. They belong to the workspace again and are charged from now on.
 * @param request.attached volumes that the database knows, as attached at the site
 * @throws DomainError 409 with the blocker
 */
export async function adoptGroup(
  { sql }: Pick<Transaction, "sql">,
  provider: string,
  request: {
    readonly group: readonly Adopted[];
    readonly attached: readonly SiteResource[];
    readonly workspaceId: bigint | undefined;
    readonly by: Decided;
  },
): Promise<void> {
  const { group, attached, workspaceId, by } = request;
  for (const { resource } of group) await requireUnknown(sql, provider, resource, group);
  const rows = merged(
    group.map((adopted) => (workspaceId === undefined ? adopted.rows : inWorkspace(adopted.rows, workspaceId))),
  );
  await requireWorkspaces(sql, group, rows, workspaceId);
  await makeRows(sql, rows);
  const owners = new Map((rows.vm ?? []).map((row) => [row.vm_id, row.workspace_id]));
  for (const { resource, rows: own } of group) {
    const owner =
      workspaceId ??
      owners.get(resource.id) ??
      ownRow(resource)?.workspace_id ??
      Object.values(own)[0]?.[0]?.workspace_id;
    await settle(sql, provider, resource, BigInt(String(owner)), by);
  }
  for (const { id, volume } of attached) {
    const attached_vm_id = volume?.attachedVmId ?? null;
    if (attached_vm_id === null) continue;
    await sql.query(attachKnown, { volume_id: id, attached_vm_id, device_path: volume?.devicePath });
  }
}

/** Refuses a resource that the database knows by now. A VM's network is part of the VM. */
async function requireUnknown(
  sql: Sql,
  provider: string,
  { kind, id }: SiteResource,
  group: readonly Adopted[],
): Promise<void> {
  if (kind === "vm_network" && group.some(({ resource }) => resource.kind === "vm" && resource.id === id)) return;
  if (!(await lockUnknown(sql, { provider, kind, id })))
    throw conflict(
      "not_unknown",
      `The ${kind.replaceAll("_", " ")} ${id} is no longer unknown; list the unknown resources, and try again.`,
    );
}

/**
 * A restored database assigns workspace numbers again, so a workspace that is younger than the resource is not its
 * owner.
 * @throws DomainError 409
 */
async function requireWorkspaces(
  sql: Sql,
  group: readonly Adopted[],
  rows: AdoptedRows,
  workspaceId: bigint | undefined,
): Promise<void> {
  const ids = new Set(
    Object.values(rows).flatMap((list) =>
      list.flatMap(({ workspace_id }) => (workspace_id == null ? [] : [String(workspace_id)])),
    ),
  );
  const there = new Map(
    (await sql.query(workspaces, { workspace_ids: [...ids].map(BigInt) })).map((workspace) => [
      String(workspace.workspace_id),
      workspace,
    ]),
  );
  const own = await sql.maybe(installation);
  const sayWhose = "name its workspace.";
  for (const id of ids) {
    if (!there.has(id))
      throw conflict(
        "workspace_missing",
        `The workspace ${id} does not exist${workspaceId === undefined ? `; ${sayWhose}` : "."}`,
      );
  }
  if (workspaceId !== undefined) return;
  for (const { resource } of group) {
    const { id, record } = resource;
    if (record !== null && record.installation_id !== "" && record.installation_id !== own?.installation_id) {
      throw conflict(
        "other_installation",
        `${id} was made by another installation (${record.installation_id}); ${sayWhose}`,
      );
    }
    const row = ownRow(resource);
    const workspace = there.get(String(row?.workspace_id));
    if (workspace === undefined || !(workspace.created_at > new Date(String(row?.created_at)))) continue;
    throw conflict(
      "workspace_younger",
      `${id} is older than the workspace ${workspace.workspace_id}, so it belonged to another one; ${sayWhose}`,
    );
  }
}

async function makeRows(sql: Sql, rows: AdoptedRows): Promise<void> {
  try {
    await requireAddresses(sql, rows);
    await insertAdoptedRows(sql, rows);
    await takeAddresses(sql, rows);
  } catch (error) {
    const constraint = error instanceof DomainError ? undefined : violatedConstraint(error);
    if (constraint === undefined) throw error;
    throw new DomainError(
      "conflict",
      `Its site record conflicts with the rows that the database has now (${constraint}).`,
      {
        code: "adoption_conflict",
        cause: error,
      },
    );
  }
}

async function settle(
  sql: Sql,
  provider: string,
  { kind, id, revision = 0, record }: SiteResource,
  workspaceId: bigint,
  by: Decided,
): Promise<void> {
  const state = STATES[kind];
  if (state !== undefined)
    await sql.query(revise, {
      workspace_id: workspaceId,
      resource_type: state,
      resource_id: id,
      revision,
      has_record: record !== null,
    });
  if (kind === "vm") await new VmAddresses(sql, workspaceId).show(id, "new");
  if (kind === "load_balancer") await sql.query(useSecrets, { load_balancer_id: id });
  await forgetUnknown(sql, { provider, kind, id });
  await sql.query(unbury, { provider, kind, resource_id: id });
  if (kind === "vm_network") return;
  await sql.query(audit, { workspace_id: workspaceId, resource_id: id, detail: by.reason, ...auditValues() });
}

/** The rows of all records by table, each once. If several records have the same row, the latest wins. */
function merged(all: readonly AdoptedRows[]): AdoptedRows {
  const tables = ADOPTED_TABLES.map((table) => [
    table,
    latestOf(
      table,
      all.flatMap((rows) => rows[table] ?? []),
    ),
  ]);
  return Object.fromEntries(tables);
}

function latestOf(table: AdoptedTable, rows: readonly Row[]): readonly Row[] {
  const latest = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify(keyColumns(table).map((column) => row[column]));
    const before = latest.get(key);
    if (before === undefined || String(before.updated_at ?? "") <= String(row.updated_at ?? "")) latest.set(key, row);
  }
  return [...latest.values()];
}

function inWorkspace(rows: AdoptedRows, workspaceId: bigint): AdoptedRows {
  const moved = (row: Row) => ({ ...row, workspace_id: String(workspaceId) });
  return Object.fromEntries(
    ADOPTED_TABLES.map((table) => [
      table,
      table === "public_address" ? (rows[table] ?? []) : (rows[table] ?? []).map(moved),
    ]),
  );
}
