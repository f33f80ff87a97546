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
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
