import { Cpu, Server } from "lucide-react";
import type { ListedKind } from "@/components/resource-list.tsx";
import { VM_PAGES, type VmKind } from "@/vm-detail/vm-kind.ts";

const VMS = {
  one: "VM",
  many: "VMs",
  hint: "Search for another part of the name, or choose another status, site or tag.",
};

/** The list of each kind of VM, in words. */
export const VM_KINDS: Readonly<Record<VmKind, ListedKind>> = {
  cloud: {
    ...VMS,
    next: { page: `${VM_PAGES.cloud.page}/new`, words: "Create a VM" },
    icon: Server,
    purpose:
      "A cloud VM runs an operating system of your choice within seconds. Choose a plan and an image to create the first one.",
  },
  gpu: {
    ...VMS,
    next: { page: `${VM_PAGES.gpu.page}/new`, words: "Create a VM" },
    icon: Cpu,
    purpose:
      "A GPU VM is a machine with accelerators of its own, for training and inference. Choose a plan and an image to create the first one.",
  },
};
