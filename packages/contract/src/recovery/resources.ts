import type { ResourceDefinition } from "../declaration/resource.ts";

/** The VM's id determines the kind of VM, so their page redirects to the page of the VM. */
const ofVm = { parents: ["vm"], scope: "vm.read", page: "resources/{parent}" } as const;

export const recoveryResources = {
  snapshot: {
    ...ofVm,
    title: ["Snapshot", "Snapshots"],
    prefix: "snap",
    parameter: "snapshot_set_id",
    field: "snapshot_set_id",
    topic: "snapshot",
  },
  backup: {
    ...ofVm,
    title: ["Backup", "Backups"],
    prefix: "bkp",
    parameter: "backup_id",
    field: "backup_id",
    topic: "backup",
  },
  /** A VM has at most one policy. The policy is addressed, and its changes are announced, by the VM's id. */
  backup_policy: {
    ...ofVm,
    title: ["Backup policy", "Backup policies"],
    prefix: "bpol",
    parameter: "vm_id",
    field: "vm_id",
    topic: "backup_policy",
  },
  /** A bucket at any S3. The console shows destinations with the backups. */
  backup_destination: {
    title: ["Backup destination", "Backup destinations"],
    prefix: "bdst",
    parameter: "destination_id",
    field: "destination_id",
    parents: [],
    scope: "vm.read",
    topic: "backup_destination",
    page: null,
  },
  backup_copy: {
    title: ["Backup copy", "Backup copies"],
    prefix: "bcp",
    parameter: "copy_id",
    field: "copy_id",
    parents: [],
    scope: "vm.read",
    topic: "backup_copy",
    page: null,
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
