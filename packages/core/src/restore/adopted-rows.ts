import type { ResourceKind, SiteResource } from "@fulmar/providers";
import { conflict } from "../request/domain-error.ts";
import { RECORDED, type RecordedTableName } from "../site/index.ts";

/** A row of a record: JSON by column name. */
export type Row = Readonly<Record<string, unknown>>;
export type AdoptedTable = RecordedTableName | "volume_snapshot";
export type AdoptedRows = Readonly<Partial<Record<AdoptedTable, readonly Row[]>>>;

/**
 * The order in which rows are inserted. Tables of a record from a later version that this version does not know are
 * ignored.
 */
export const ADOPTED_TABLES: readonly AdoptedTable[] = [...Object.keys(RECORDED).filter(isRecorded), "volume_snapshot"];

function isRecorded(table: string): table is RecordedTableName {
  return Object.hasOwn(RECORDED, table);
}

/** The columns of a table's key. */
export function keyColumns(table: AdoptedTable): readonly string[] {
  return table === "volume_snapshot" ? ["snapshot_id"] : RECORDED[table].key;
}

/** The columns of plans and images that VM rows repeat. */
interface CatalogPlan extends Row {
  readonly plan_id: string;
  readonly type: string;
}
interface CatalogImage extends Row {
  readonly template_id: string;
}

/** The input of an adoption besides the site's data. */
export interface AdoptionContext {
  readonly siteId: string;
  /** The workspace of all adopted rows. Undefined takes it from the records. */
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
  image: "vm_image",
  subnet: "subnet",
  nat_gateway: "nat_gateway",
  load_balancer: "load_balancer",
};

/** The resource's own row in its record. Undefined without a record, and for the network of a VM. */
export function ownRow({ kind, record }: Pick<SiteResource, "kind" | "record">): Row | undefined {
  const table = OWN[kind];
  const [row] = (table === undefined ? undefined : record?.rows[table]) ?? [];
  // What a site has as an image may be a copy of one.
  return row ?? (kind === "image" ? record?.rows.image_copy?.[0] : undefined);
}

const BUILDERS: Readonly<Partial<Record<ResourceKind, Builder>>> = {
  vm: rowsOfVm,
  volume: rowsOfVolume,
  image: rowsOfImage,
  subnet: rowsOfSubnet,
  load_balancer: rowsOfBalancer,
};

/**
 * The rows of a resource, from its record and the site's present state. Snapshots and backups also need their
 * provider's copies.
 * @throws DomainError 409 when that is not enough
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
    throw conflict("record_missing", `The VM ${id} has no site record: name its workspace and its plan.`);
  }
  const wanted = planId ?? instance?.planId ?? recorded?.plan_id;
  const plan = plans.find((candidate) => candidate.plan_id === wanted);
  if (plan === undefined)
    throw conflict(
      "plan_missing",
      `The VM ${id} has the plan ${String(wanted)}, which the catalog does not have; name another one.`,
    );
  // If the image was changed outside Fulmar or is no longer offered, the record has the original image.
  const image =
    images.find(({ template_id }) => template_id === instance?.templateId) ??
    images.find(({ template_id }) => template_id === recorded?.template_id);
  if (image === undefined) {
    throw conflict(
      "image_missing",
      `The VM ${id} has the image ${instance?.templateId}, which the catalog does not have; ` +
        "import it first (admin image import).",
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
  const size = instance === undefined ? {} : { ...limitsOf(instance), private_ip: instance.privateIp };
  const row = {
    ...begun,
    ...plan,
    ...(image.template_id === recorded?.template_id ? {} : image),
    ...size,
    status: instance?.power ?? "stopped",
    rescue_enabled: inRescue.has(id),
    updated_at: now,
  };
  return { vm: [row] };
}

/** An adopted machine may have no limits at its site. Its record says what it counts as. */
function limitsOf({ cpu, ramMb, diskGb }: NonNullable<SiteResource["instance"]>) {
  return {
    ...(cpu > 0 && { cpu }),
    ...(ramMb > 0 && { ram_mb: ramMb }),
    ...(diskGb > 0 && { disk_gb: diskGb }),
  };
}

/** A volume without a record gets the default type, because the site does not know its type. */
function rowsOfVolume(resource: SiteResource, { siteId, workspaceId, now }: AdoptionContext): AdoptedRows {
  const { id, name, volume, madeAt } = resource;
  const recorded = ownRow(resource);
  if (recorded === undefined && workspaceId === undefined) {
    throw conflict("record_missing", `The volume ${id} has no site record: name its workspace.`);
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
  const snapshots = (volume?.snapshots ?? []).map(({ snapshotId, sizeGb, storedBytes, madeAt: takenAt }) => {
    const moments = { created_at: takenAt ?? now, completed_at: takenAt ?? now };
    return {
      snapshot_id: snapshotId,
      workspace_id,
      volume_id: id,
      name: snapshotId,
      status: "succeeded",
      size_gb: sizeGb,
      stored_bytes: storedBytes === null ? null : Number(storedBytes),
      ...moments,
    };
  });
  return { volume: [row], volume_snapshot: snapshots };
}

/** It is charged for from then on. */
function rowsOfImage({ id, record, image }: SiteResource, { now }: AdoptionContext): AdoptedRows {
  if (record === null || image === undefined) throw withoutRecord("image", id);
  const state = { status: "available", size_bytes: Number(image.sizeBytes) };
  const { vm_image = [], image_copy = [] } = record.rows;
  return {
    ...record.rows,
    vm_image: vm_image.map((row) => ({ ...row, ...state, updated_at: now })),
    image_copy: image_copy.map((row) => ({ ...row, ...state, copy_at: null, available_at: now })),
  };
}

function rowsOfSubnet({ id, record }: SiteResource): AdoptedRows {
  if (record === null) throw withoutRecord("subnet", id);
  return { ...record.rows, subnet: (record.rows.subnet ?? []).map((row) => ({ ...row, status: "available" })) };
}

/** The site already has it. It is applied once more, so that site and database agree. */
function rowsOfBalancer({ id, record, revision = 0 }: SiteResource, { now }: AdoptionContext): AdoptedRows {
  if (record === null) throw withoutRecord("load balancer", id);
  const applied = { revision: revision + 1, applied_revision: revision, applied_at: now, apply_at: now };
  return { ...record.rows, load_balancer: (record.rows.load_balancer ?? []).map((row) => ({ ...row, ...applied })) };
}

/** The refusal of a resource that cannot be adopted without a record (409). */
export function withoutRecord(what: string, id: string) {
  return conflict(
    "record_missing",
    `The ${what} ${id} has no site record, so it cannot be adopted; discard it, or leave it as it is.`,
  );
}
