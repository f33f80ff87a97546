import { z } from "zod";
import { Acceptance } from "../compute/compute-operation.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, searchQuery } from "../values/fields.ts";
import { CaptureStatus } from "./recovery-point.ts";
import { SnapshotDeletion, SnapshotSet } from "./snapshot.ts";
import { hasVpcWithSubnet, restoredVm, siteOfRestored, vpcWithSubnet } from "./workspace-backup.ts";

/** A new VM of a snapshot. Its image is that of the snapshot's VM. */
export const VmOfSnapshot = z
  .strictObject({ ...restoredVm, site_id: siteOfRestored("snapshot") })
  .refine(hasVpcWithSubnet, vpcWithSubnet)
  .meta({ id: "VmOfSnapshot", examples: [{ name: "web-1-again", plan_id: "plan-small", public_ip: true }] });
export type VmOfSnapshot = z.infer<typeof VmOfSnapshot>;

export const UpdateSnapshot = z
  .strictObject({ outlives_vm: z.boolean().describe("Whether it stays when its VM is deleted.") })
  .meta({ id: "UpdateSnapshot", examples: [{ outlives_vm: true }] });

const snapshots = { resource: "snapshot", family: "Compute" } as const;
const path = "/compute/snapshots";
const one = `${path}/{snapshot_set_id}` as const;
const snapshotId = { snapshot_set_id: ResourceId };

const list = defineOperation({
  ...snapshots,
  id: "workspaceSnapshot.list",
  method: "GET",
  path,
  scope: "vm.read",
  summary: "List the snapshots of all VMs, newest first",
  description:
    "Includes snapshots that have outlived their VM. `kept` lists only these or leaves them out; " +
    "`search` finds snapshots whose name or description contains the text.",
  query: { ...pageQuery(), ...searchQuery, status: CaptureStatus.optional(), kept: z.boolean().optional() },
  output: z.array(SnapshotSet),
  list: true,
});

const get = defineOperation({
  ...snapshots,
  id: "workspaceSnapshot.get",
  method: "GET",
  path: one,
  scope: "vm.read",
  summary: "Get a snapshot of any VM",
  params: snapshotId,
  output: SnapshotSet,
  errors: ["not_found"],
});

const update = defineOperation({
  ...snapshots,
  id: "workspaceSnapshot.update",
  method: "PATCH",
  path: one,
  scope: "vm.write",
  summary: "Choose whether a snapshot outlives its VM",
  description:
    "A snapshot with `outlives_vm` stays at its site, listed and charged, until it is deleted itself. " +
    "Once its VM is deleted, this can no longer be undone. If nothing changes, the answer is the " +
    "unchanged record.",
  params: snapshotId,
  body: UpdateSnapshot,
  output: SnapshotSet,
  errors: ["not_found", "conflict"],
});

const createVm = defineOperation({
  ...snapshots,
  id: "workspaceSnapshot.createVm",
  method: "POST",
  path: `${one}/vms`,
  scope: "vm.write",
  summary: "Create a VM from a snapshot",
  description:
    "A new VM of the same kind, whether or not there still is the VM that the snapshot is of. It is at " +
    "the site of the snapshot, or at the one of `site_id`, which the snapshot is brought to. Its root " +
    "disk is that of the snapshot and at least as large. The data volumes of the snapshot become new " +
    "volumes that are attached to it. Its machine identity, such as host keys, is generated anew at the " +
    "first boot, as with an image.",
  params: snapshotId,
  body: VmOfSnapshot,
  output: Acceptance,
  success: 202,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

const remove = defineOperation({
  ...snapshots,
  id: "workspaceSnapshot.delete",
  method: "DELETE",
  path: one,
  scope: "vm.write",
  summary: "Delete a snapshot of any VM",
  description: "A snapshot cannot be deleted while it is being taken or restored.",
  params: snapshotId,
  output: SnapshotDeletion,
  errors: ["not_found", "conflict"],
});

/** The snapshots of a workspace, whatever became of their VMs. */
export const workspaceSnapshotOperations = [list, get, update, createVm, remove] as const;
