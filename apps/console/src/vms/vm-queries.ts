import { type CloudVm, type GpuVm, VM_SORTS, VM_STATES } from "@fulmar/contract";
import { VM_STATUSES } from "@fulmar/contract/compute";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { defineList, type List, rowCountOf, type WorkspacePath, wholeInput } from "@/client/list.ts";
import type { Trpc, useTRPC } from "@/client/trpc.ts";

/** Cloud and GPU VMs share one page. Their differences are defined here. */
export type VmKind = "cloud" | "gpu";

export const VM_PAGES = {
  cloud: { page: "cloud-vms", title: "Cloud VMs", one: "VM" },
  gpu: { page: "gpu-vms", title: "GPU VMs", one: "GPU VM" },
} as const satisfies Readonly<Record<VmKind, { readonly page: string; readonly title: string; readonly one: string }>>;

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

/** Server and browser must use the same inputs to share the cached answers. */
export function vmInput(workspaceId: string, vmId: string) {
  return { workspace_id: workspaceId, vm_id: vmId };
}

/** A VM of either kind, as lists return it. */
export type AnyVm = CloudVm | GpuVm;

/** The common part of both lists. A filter shows deleted VMs that can be restored. */
const VM_LIST = {
  filters: { status: VM_STATUSES.filter((status) => status !== "deleted"), deleted: ["true"] },
  texts: ["tag", "site_id", "announcement_id"],
  several: ["status", "tag", "site_id"],
  sorts: VM_SORTS,
  isChanging: ({ status }: AnyVm) => VM_STATES[status].changing,
  beside: (trpc: Trpc, { workspaceId }: WorkspacePath) => [
    sitesQuestion(trpc, { workspaceId }),
    trpc.image.list.queryOptions(wholeInput(workspaceId)),
  ],
} as const;

/** The optional fields that the console's lists show. */
const INCLUDED: ("site_id" | "monthly_price")[] = ["site_id", "monthly_price"];

const cloudVmList = defineList({
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

const gpuVmList = defineList({
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
