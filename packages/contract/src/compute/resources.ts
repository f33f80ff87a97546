import type { ResourceDefinition } from "../declaration/resource.ts";

const vm = { prefix: "vm", parameter: "vm_id", field: "vm_id", parents: [], scope: "vm.read", topic: "vm" } as const;
const offered = { prefix: null, parents: [], scope: null, topic: null, page: null } as const;

export const computeResources = {
  cloud_vm: { ...vm, title: ["Cloud VM", "Cloud VMs"], page: "cloud-vms/{id}" },
  gpu_vm: { ...vm, title: ["GPU VM", "GPU VMs"], page: "gpu-vms/{id}" },
  /** A VM of either kind, for cases where the kind is unknown or irrelevant. */
  vm: { ...vm, title: ["VM", "VMs"], page: null },
  vm_group: {
    title: ["VM group", "VM groups"],
    prefix: "vmg",
    parameter: "vm_group_id",
    field: "vm_group_id",
    parents: [],
    scope: "vm.read",
    topic: "vm_group",
    page: "vm-groups/{id}",
  },
  placement_group: {
    title: ["Placement group", "Placement groups"],
    prefix: "place",
    parameter: "placement_group_id",
    field: "placement_group_id",
    parents: [],
    scope: "vm.read",
    topic: "placement_group",
    page: "placement-groups",
  },
  ssh_key: {
    title: ["SSH key", "SSH keys"],
    prefix: "sshkey",
    parameter: "ssh_key_id",
    field: "ssh_key_id",
    parents: [],
    scope: "vm.read",
    topic: "ssh_key",
    page: "ssh-keys/{id}",
  },
  startup_script: {
    title: ["Startup script", "Startup scripts"],
    prefix: "script",
    parameter: "startup_script_id",
    field: "startup_script_id",
    parents: [],
    scope: "vm.read",
    topic: "startup_script",
    page: "startup-scripts/{id}",
  },
  /** An image that a workspace made. The catalog's are `image`. */
  vm_image: {
    title: ["Image", "Images"],
    prefix: "img",
    parameter: "image_id",
    field: "image_id",
    parents: [],
    scope: "vm.read",
    topic: "vm_image",
    page: "images",
  },
  operation: {
    title: ["Operation", "Operations"],
    prefix: "op",
    parameter: "operation_id",
    field: "operation_id",
    parents: [],
    scope: "vm.read",
    topic: "operation",
    page: "operations/{id}",
  },
  site: { ...offered, title: ["Site", "Sites"], prefix: "site", parameter: "site_id", field: "site_id" },
  plan: { ...offered, title: ["Plan", "Plans"], parameter: "plan_id", field: "plan_id" },
  image: { ...offered, title: ["Image", "Images"], parameter: "template_id", field: "template_id" },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
