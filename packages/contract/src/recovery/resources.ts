import type { ResourceDefinition } from "../resource-definition.ts";

/** Which kind of VM each is of, the VM's id tells: the page of an id leads on to that of its VM. */
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
  /** A VM has one at most: it is addressed, and its changes are announced, by the id of the VM. */
  backup_policy: {
    ...ofVm,
    title: ["Backup policy", "Backup policies"],
    prefix: "bpol",
    parameter: "vm_id",
    field: "vm_id",
    topic: "backup_policy",
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
