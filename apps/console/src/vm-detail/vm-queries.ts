import { type CloudVm, type GpuVm, type SnapshotSet, VM_SORTS, VM_STATES } from "@fulmar/contract";
import { VM_STATUSES } from "@fulmar/contract/compute";
import { BACKUP_TYPES, CAPTURE_STATUSES } from "@fulmar/contract/recovery";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { rowCountOf } from "@/client/count-question.ts";
import {
  defineList,
  type List,
  type ListChoice,
  listIn,
  PAGE_SIZE,
  type WorkspacePath,
  wholeInput,
} from "@/client/list.ts";
import type { Trpc, useTRPC } from "@/client/trpc.ts";
import { operationList } from "@/operations/operation-queries.ts";
import { hasEnded } from "@/operations/operation-status-badge.tsx";
import { isUnderWay } from "./capture-status-badge.tsx";

/** Cloud and GPU VMs share one page. Their differences are defined here. */
export type VmKind = "cloud" | "gpu";

export const VM_PAGES = {
  cloud: { page: "cloud-vms", title: "Cloud VMs" },
  gpu: { page: "gpu-vms", title: "GPU VMs" },
} as const satisfies Readonly<Record<VmKind, { readonly page: string; readonly title: string }>>;

/** The procedures of one kind of VM, in the browser and on the server. Both kinds have the same inputs and outputs. */
export function vmProcedures(trpc: ReturnType<typeof useTRPC>, kind: VmKind) {
  return kind === "gpu"
    ? {
        vm: trpc.gpuVm,
        snapshot: trpc.gpuSnapshot,
        policy: trpc.gpuBackupPolicy,
        backup: trpc.gpuBackup,
        metrics: trpc.gpuMetrics,
        bandwidth: trpc.gpuBandwidth,
      }
    : {
        vm: trpc.cloudVm,
        snapshot: trpc.snapshot,
        policy: trpc.backupPolicy,
        backup: trpc.backup,
        metrics: trpc.metrics,
        bandwidth: trpc.bandwidth,
      };
}

/** The procedures that answer what changes of one kind of VM would do. */
export function vmPlans({ changePlan }: ReturnType<typeof useTRPC>, kind: VmKind) {
  return kind === "gpu"
    ? {
        vm: changePlan.gpuVm,
        snapshot: changePlan.gpuSnapshot,
        policy: changePlan.gpuBackupPolicy,
        backup: changePlan.gpuBackup,
      }
    : {
        vm: changePlan.cloudVm,
        snapshot: changePlan.snapshot,
        policy: changePlan.backupPolicy,
        backup: changePlan.backup,
      };
}

/** Inputs of the tabs of a VM's page. Server and browser must use the same inputs to share the cached answers. */
export function vmInput(workspaceId: string, vmId: string) {
  return { workspace_id: workspaceId, vm_id: vmId };
}

/** The latest operation, running or ended. */
export function latestInput(workspaceId: string, vmId: string) {
  return { ...vmInput(workspaceId, vmId), limit: 1 };
}

/** A VM of either kind, as lists return it. */
export type AnyVm = CloudVm | GpuVm;

/** What the lists of both kinds of VMs have in common. Deleted VMs that can be restored are shown by a filter. */
const VM_LIST = {
  filters: { status: VM_STATUSES.filter((status) => status !== "deleted"), deleted: ["true"] },
  texts: ["tag", "site_id"],
  several: ["status", "tag", "site_id"],
  sorts: VM_SORTS,
  isChanging: ({ status }: AnyVm) => VM_STATES[status].changing,
  beside: (trpc: Trpc, { workspaceId }: WorkspacePath) => [
    sitesQuestion(trpc, { workspaceId }),
    trpc.image.list.queryOptions(wholeInput(workspaceId)),
  ],
} as const;

/** What the lists show besides what every list of VMs has. */
const INCLUDED: ("site_id" | "monthly_price")[] = ["site_id", "monthly_price"];

export const cloudVmList = defineList({
  ...VM_LIST,
  count: rowCountOf("cloud_vm"),
  ask: (trpc, { workspaceId }, { deleted, ...page }) =>
    trpc.cloudVm.list.queryOptions({
      workspace_id: workspaceId,
      ...page,
      include: INCLUDED,
      deleted: deleted === "true",
    }),
});

export const gpuVmList = defineList({
  ...VM_LIST,
  count: rowCountOf("gpu_vm"),
  ask: (trpc, { workspaceId }, { deleted, ...page }) =>
    trpc.gpuVm.list.queryOptions({
      workspace_id: workspaceId,
      ...page,
      include: INCLUDED,
      deleted: deleted === "true",
    }),
});

/** The list of each kind, as lists of VMs of either kind. */
export const VM_LISTS: Readonly<
  Record<
    VmKind,
    List<
      WorkspacePath,
      AnyVm,
      typeof VM_LIST.filters,
      (typeof VM_SORTS)[number],
      (typeof VM_LIST.texts)[number],
      (typeof VM_LIST.several)[number]
    >
  >
> = { cloud: cloudVmList, gpu: gpuVmList };

/** Inputs of the create form's options. Server and browser must use the same inputs to share the cached answers. */
export function offeringInputs(workspaceId: string, kind: VmKind) {
  const everything = wholeInput(workspaceId);
  return { sites: everything, images: everything, plans: { ...everything, type: kind } };
}

/** Like `offeringInputs`, for the workspace's resources that a new VM can use. */
export function resourceInputs(workspaceId: string) {
  const everything = wholeInput(workspaceId);
  return {
    vpcs: everything,
    firewallGroups: everything,
    reservedIps: { ...everything, status: ["reserved" as const] },
    volumes: { ...everything, status: ["available" as const] },
  };
}

/** The VM whose page shows a list. */
export interface VmPath extends WorkspacePath {
  readonly vmId: string;
  readonly kind: VmKind;
}

export const backupList = listIn<VmPath>()({
  filters: { status: CAPTURE_STATUSES, type: BACKUP_TYPES },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId, vmId, kind }, page) =>
    vmProcedures(trpc, kind).backup.list.queryOptions({ ...vmInput(workspaceId, vmId), ...page }),
  isChanging: ({ status }) => isUnderWay(status),
});

/** A VM's history has the same filters as the workspace's. */
export const vmOperationList = listIn<VmPath>()({
  filters: operationList.filters,
  several: ["status", "action"],
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId, vmId, kind }, page) =>
    vmProcedures(trpc, kind).vm.operations.queryOptions({ ...vmInput(workspaceId, vmId), ...page }),
  isChanging: ({ status }) => !hasEnded(status),
});

/**
 * Snapshots have a search, but no filters or sorting. They are not declared by `listIn`: their answer has another
 * format, and the page shows its total.
 */
export const SNAPSHOTS = { filters: {}, sorts: [] } as const;

/** This list is paged by offset, per the specification: the cursor is the number of previous rows. */
export function snapshotsInput(
  workspaceId: string,
  vmId: string,
  choice: ListChoice<(typeof SNAPSHOTS)["filters"], never>,
  cursor = "0",
) {
  return { ...vmInput(workspaceId, vmId), limit: PAGE_SIZE, ...choice, offset: Number(cursor) };
}

/** Converts an answer to the page format of the other lists, with the total number. */
export function snapshotsPage(
  { snapshots, total }: { readonly snapshots: readonly SnapshotSet[]; readonly total: number },
  cursor = "0",
) {
  const shown = Number(cursor) + snapshots.length;
  return { items: snapshots, nextCursor: shown < total ? String(shown) : null, total };
}

/** The free reserved IPs of a site. */
export function freeIpsInput(workspaceId: string, siteId: string) {
  return { ...wholeInput(workspaceId), status: ["reserved" as const], site_id: [siteId] };
}
