/** Cloud and GPU VMs share one page. Their differences are defined here and in `vm-procedures.ts`. */
export type VmKind = "cloud" | "gpu";

export const VM_PAGES = {
  cloud: { page: "cloud-vms", title: "Cloud VMs" },
  gpu: { page: "gpu-vms", title: "GPU VMs" },
} as const satisfies Readonly<Record<VmKind, { readonly page: string; readonly title: string }>>;
