import { z } from "zod";
import { Acceptance } from "../compute/compute-operation.ts";
import { VmType, vmId } from "../compute/vm.ts";
import { defineOperation } from "../declaration/operation.ts";
import { Description, Name, ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import {
  CaptureStatus,
  LiveDriftSummary,
  type RecoverableVm,
  RecoveryPointSummary,
  RecoveryVolumeManifestItem,
  RestoreSnapshot,
  restoreDescription,
} from "./recovery-point.ts";
import { CAPTURE_SCOPES } from "./states.ts";

const bytes = z.int().nullable();

export const CaptureScope = z.enum(CAPTURE_SCOPES);
export type CaptureScope = z.infer<typeof CaptureScope>;

/** Snapshot set of the public API. Every field is always sent. */
export const SnapshotSet = z
  .strictObject({
    organization_id: z.string(),
    workspace_id: z.string(),
    snapshot_set_id: z.string(),
    vm_id: z.string(),
    name: z.string(),
    recovery_point_id: z.string(),
    status: CaptureStatus,
    created_at: Timestamp,
    updated_at: Timestamp,
    organization_name: z.string(),
    workspace_name: z.string(),
    vm_name: z.string(),
    /** The site that has it. */
    site_id: z.string(),
    /** When its VM was deleted: the snapshot is kept without it. Null while there is the VM. */
    vm_deleted_at: Timestamp.nullable(),
    /** Whether it stays when its VM is deleted. */
    outlives_vm: z.boolean(),
    description: z.string().nullable(),
    vm_type: VmType,
    recovery_point_type: z.literal("snapshot"),
    capture_scope: CaptureScope,
    captured_volume_count: z.int(),
    root_only: z.boolean(),
    size_gb: bytes,
    source_disk_size_gb: bytes,
    display_size_gb: bytes,
    display_storage_bytes: bytes,
    backend_protected_storage_bytes: bytes,
    protected_storage_bytes: bytes,
    billing_storage_bytes: bytes,
    billing_storage_source: z.string(),
    metering_status: z.string(),
    storage_backend: z.string().nullable(),
    captured_topology_hash: z.string().nullable(),
    root_volume_id: z.string().nullable(),
    root_volume_name: z.string().nullable(),
    volume_manifest: z.array(RecoveryVolumeManifestItem),
    volume_manifest_summary: RecoveryPointSummary,
    live_drift_summary: LiveDriftSummary,
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "SnapshotSet" });
export type SnapshotSet = z.infer<typeof SnapshotSet>;

/** `selective` captures the root volume and the volumes in `volume_ids`. */
export const CreateSnapshot = z
  .strictObject({
    name: Name,
    description: Description.nullable().default(null),
    capture_scope: CaptureScope.default("all_attached"),
    volume_ids: z.array(ResourceId).max(64).default([]),
    outlives_vm: z.boolean().default(false).describe("Whether it stays when its VM is deleted."),
  })
  .meta({
    id: "CreateSnapshot",
    examples: [
      { name: "before-upgrade", description: "Debian 12, just before the upgrade", capture_scope: "all_attached" },
    ],
  });
export type CreateSnapshot = z.infer<typeof CreateSnapshot>;

export const SnapshotDeletion = z
  .strictObject({ status: z.literal("deleted"), id: z.string() })
  .meta({ id: "SnapshotDeletion" });
const SnapshotList = z.strictObject({ snapshots: z.array(SnapshotSet), total: z.int() }).meta({ id: "SnapshotList" });

/** The snapshot operations of a kind of VM. */
export function snapshotOperations<const Kind extends "snapshot" | "gpuSnapshot">(kind: Kind, vm: RecoverableVm) {
  const family = "Compute";
  const path = `${vm.path}/{vm_id}/snapshots` as const;
  const one = { ...vmId, snapshot_set_id: ResourceId };
  const list = defineOperation({
    id: `${kind}.list` as const,
    resource: "snapshot",
    family,
    method: "GET",
    path,
    scope: "vm.read",
    summary: `List the snapshots of a ${vm.noun}, newest first`,
    description: "`search` finds snapshots whose name or description contains the text; `total` counts all matches.",
    params: vmId,
    query: {
      limit: z.int().min(1).max(1000).default(50),
      offset: z.int().min(0).max(1_000_000).default(0),
      search: keptAs("trim", z.string().trim().max(255)).optional(),
    },
    output: SnapshotList,
    errors: ["not_found"],
  });
  const create = defineOperation({
    id: `${kind}.create` as const,
    resource: "snapshot",
    family,
    method: "POST",
    path,
    scope: "vm.write",
    summary: `Take a snapshot of a ${vm.noun}`,
    description:
      "The VM keeps running meanwhile. The snapshots of a VM are deleted with it, unless `outlives_vm` or the deletion of " +
      "the VM keeps them.",
    params: vmId,
    body: CreateSnapshot,
    output: Acceptance,
    success: 202,
    errors: ["not_found", "conflict"],
  });
  const get = defineOperation({
    id: `${kind}.get` as const,
    resource: "snapshot",
    family,
    method: "GET",
    path: `${path}/{snapshot_set_id}`,
    scope: "vm.read",
    summary: `Get a snapshot of a ${vm.noun}`,
    params: one,
    output: SnapshotSet,
    errors: ["not_found"],
  });
  const restore = defineOperation({
    id: `${kind}.restore` as const,
    resource: "snapshot",
    family,
    method: "POST",
    path: `${path}/{snapshot_set_id}/restore`,
    scope: "vm.write",
    summary: `Restore a ${vm.noun} from a snapshot`,
    description: restoreDescription("snapshot"),
    params: one,
    body: RestoreSnapshot,
    output: Acceptance,
    success: 202,
    irreversible: true,
    errors: ["not_found", "conflict"],
  });
  const remove = defineOperation({
    id: `${kind}.delete` as const,
    resource: "snapshot",
    family,
    method: "DELETE",
    path: `${path}/{snapshot_set_id}`,
    scope: "vm.write",
    summary: `Delete a snapshot of a ${vm.noun}`,
    description: "A snapshot cannot be deleted while it is being taken or restored.",
    params: one,
    output: SnapshotDeletion,
    errors: ["not_found", "conflict"],
  });
  return [list, create, get, restore, remove] as const;
}
