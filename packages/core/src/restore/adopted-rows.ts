import type { ResourceKind, SiteResource } from "@fulmar/providers";
import { conflict } from "../request/domain-error.ts";
import { RECORDED, type RecordedTableName } from "../site/index.ts";

/** A row as a record has it: JSON by the names of columns. */
export type Row = Readonly<Record<string, unknown>>;
export type AdoptedTable = RecordedTableName | "volume_snapshot";
export type AdoptedRows = Readonly<Partial<Record<AdoptedTable, readonly Row[]>>>;

/**
 * The order in which rows are made. A record that a later version wrote may have tables that this one does not know.
 */
export const ADOPTED_TABLES: readonly AdoptedTable[] = [...Object.keys(RECORDED).filter(isRecorded), "volume_snapshot"];

function isRecorded(table: string): table is RecordedTableName {
  return Object.hasOwn(RECORDED, table);
}

/** The columns that tell one row of a table from another. */
export function keyColumns(table: AdoptedTable): readonly string[] {
  return table === "volume_snapshot" ? ["snapshot_id"] : RECORDED[table].key;
}

/** A plan and an image of the catalog, as far as VMs repeat them. */
interface CatalogPlan extends Row {
  readonly plan_id: string;
  readonly type: string;
}
interface CatalogImage extends Row {
  readonly template_id: string;
}

/** What adoption goes by besides what the site says. */
export interface AdoptionContext {
  readonly siteId: string;
  /** For the rows of all that is adopted; undefined: what their records say. */
  readonly workspaceId: bigint | undefined;
  readonly planId: string | undefined;
  /** The VMs that run the rescue system. */
  readonly inRescue: ReadonlySet<string>;
  readonly plans: readonly CatalogPlan[];
  readonly images: readonly CatalogImage[];
  readonly now: Date;
}

type Builder = (resource: SiteResource, context: AdoptionContext) => AdoptedRows;

/** The tables whose first row is the resource itself. */
const OWN: Readonly<Partial<Record<ResourceKind, RecordedTableName>>> = {
  vm: "vm",
  volume: "volume",
  snapshot: "snapshot_set",
  backup: "backup",
  subnet: "subnet",
  nat_gateway: "nat_gateway",
  load_balancer: "load_balancer",
};

/** The row of the resource itself in its record; undefined without a record, and for the network of a VM. */
export function ownRow({ kind, record }: Pick<SiteResource, "kind" | "record">): Row | undefined {
  const table = OWN[kind];
  return table === undefined ? undefined : record?.rows[table]?.[0];
}

const BUILDERS: Readonly<Partial<Record<ResourceKind, Builder>>> = {
  vm: rowsOfVm,
  volume: rowsOfVolume,
  subnet: rowsOfSubnet,
  load_balancer: rowsOfBalancer,
};

/**
 * The rows of a resource: what its record says, and what the site has now. Those of snapshots and backups need what
 * their provider says of its copies.
 * @throws DomainError 409 where that is not enough
 */
export function adoptedRows(resource: SiteResource, context: AdoptionContext): AdoptedRows {
  const build = BUILDERS[resource.kind];
  return build === undefined ? (resource.record?.rows ?? {}) : build(resource, context);
}

function rowsOfVm(
  resource: SiteResource,
  { siteId, workspaceId, planId, plans, images, inRescue, now }: AdoptionContext,
): AdoptedRows {
  const { id, name, instance, madeAt } = resource;
  const recorded = ownRow(resource);
  if (recorded === undefined && (workspaceId === undefined || planId === undefined)) {
    throw conflict(
      "record_missing",
      `The VM ${id} has no record: say whose it is and what it is charged as, with --workspace and --plan.`,
    );
  }
  const wanted = planId ?? instance?.planId ?? recorded?.plan_id;
  const plan = plans.find((candidate) => candidate.plan_id === wanted);
  if (plan === undefined)
    throw conflict(
      "plan_missing",
      `The VM ${id} has the plan ${String(wanted)}, which the catalog does not have; say another with --plan.`,
    );
  // Its image was changed behind our back, or is no longer offered: then its record tells what it began with.
  const image =
    images.find(({ template_id }) => template_id === instance?.templateId) ??
    images.find(({ template_id }) => template_id === recorded?.template_id);
  if (image === undefined) {
    throw conflict(
      "image_missing",
      `The VM ${id} has the image ${instance?.templateId}, which the catalog does not have; import it first (admin image import).`,
    );
  }
  const begun = recorded ?? {
    vm_id: id,
    site_id: siteId,
    name: name ?? id,
    tags: [],
    ssh_keys: [],
    created_at: madeAt ?? now,
  };
  const size =
    instance === undefined
      ? {}
      : { cpu: instance.cpu, ram_mb: instance.ramMb, disk_gb: instance.diskGb, private_ip: instance.privateIp };
  const row = {
    ...begun,
    ...plan,
    ...image,
    ...size,
    status: instance?.power ?? "stopped",
    rescue_enabled: inRescue.has(id),
    updated_at: now,
  };
  return { vm: [row] };
}

/** A volume without a record is taken to be of the usual type: the site does not tell. */
function rowsOfVolume(resource: SiteResource, { siteId, workspaceId, now }: AdoptionContext): AdoptedRows {
  const { id, name, volume, madeAt } = resource;
  const recorded = ownRow(resource);
  if (recorded === undefined && workspaceId === undefined) {
    throw conflict("record_missing", `The volume ${id} has no record: say whose it is with --workspace.`);
  }
  const begun = recorded ?? {
    volume_id: id,
    site_id: siteId,
    name: name ?? id,
    type: "ssd",
    created_at: madeAt ?? now,
  };
  const attached_vm_id = volume?.attachedVmId ?? null;
  const place = {
    attached_vm_id,
    device_path: volume?.devicePath ?? null,
    status: attached_vm_id === null ? "available" : "in-use",
  };
  const row = { ...begun, ...place, size_gb: volume?.sizeGb ?? recorded?.size_gb, updated_at: now };
  const workspace_id = recorded?.workspace_id;
  const snapshots = (volume?.snapshots ?? []).map(({ snapshotId, sizeGb, madeAt: takenAt }) => {
    const moments = { created_at: takenAt ?? now, completed_at: takenAt ?? now };
    return {
      snapshot_id: snapshotId,
      workspace_id,
      volume_id: id,
      name: snapshotId,
      status: "succeeded",
      size_gb: sizeGb,
      ...moments,
    };
  });
  return { volume: [row], volume_snapshot: snapshots };
}

function rowsOfSubnet({ id, record }: SiteResource): AdoptedRows {
  if (record === null) throw withoutRecord("subnet", id);
  return { ...record.rows, subnet: (record.rows.subnet ?? []).map((row) => ({ ...row, status: "available" })) };
}

/** The site has all of it already, and gets it once more, so that it is known to be the same. */
function rowsOfBalancer({ id, record, revision = 0 }: SiteResource, { now }: AdoptionContext): AdoptedRows {
  if (record === null) throw withoutRecord("load balancer", id);
  const applied = { revision: revision + 1, applied_revision: revision, applied_at: now, apply_at: now };
  return { ...record.rows, load_balancer: (record.rows.load_balancer ?? []).map((row) => ({ ...row, ...applied })) };
}

/** The refusal of what cannot be made again without what it was (409). */
export function withoutRecord(what: string, id: string) {
  return conflict(
    "record_missing",
    `The ${what} ${id} has no record, so that nobody knows what it was; discard it, or leave it as it is.`,
  );
}
