import { z } from "zod";
import { Acceptance } from "../compute/compute-operation.ts";
import { SshKeys } from "../compute/ssh-key.ts";
import { FirewallGroupIds, RootDiskGb } from "../compute/vm.ts";
import { defineOperation } from "../declaration/operation.ts";
import { Name, pageQuery, ResourceId, Tags } from "../values/fields.ts";
import { Backup, BackupDeletion, BackupType } from "./backup.ts";
import { CaptureStatus } from "./recovery-point.ts";

/** The site of a VM that is made of what a site has. */
export const siteOfRestored = (what: string) =>
  ResourceId.optional().describe(
    `Any site of the kind that the ${what} is at; what is elsewhere is brought there. Default: the site of the ${what}.`,
  );

/** Whether data volumes come back too. */
export const restoresVolumes = z
  .boolean()
  .default(true)
  .describe("Whether its data volumes become new volumes, attached to the VM.");

/** A VPC is named with its subnet. */
export const hasVpcWithSubnet = (body: {
  readonly vpc_id?: string | undefined;
  readonly subnet_id?: string | undefined;
}) => (body.vpc_id === undefined) === (body.subnet_id === undefined);
export const vpcWithSubnet = { path: ["vpc_id"], error: "must be sent together with subnet_id" };

/** What a new VM of a backup or a snapshot is sent. */
export const restoredVm = {
  name: Name,
  plan_id: ResourceId,
  disk_gb: RootDiskGb.optional(),
  ssh_keys: SshKeys.default([]),
  tags: Tags.default([]),
  vpc_id: ResourceId.optional(),
  subnet_id: ResourceId.optional(),
  public_ip: z.boolean().default(false),
  firewall_group_ids: FirewallGroupIds.default([]),
  with_volumes: restoresVolumes,
};

/** A new VM of a backup. Its image is that of the backup. */
export const VmOfBackup = z
  .strictObject({ ...restoredVm, site_id: siteOfRestored("backup") })
  .refine(hasVpcWithSubnet, vpcWithSubnet)
  .meta({ id: "VmOfBackup", examples: [{ name: "web-1-again", plan_id: "plan-small", public_ip: true }] });
export type VmOfBackup = z.infer<typeof VmOfBackup>;

const family = "Compute";
const resource = "backup";
const path = "/compute/backups";
const backupId = { backup_id: ResourceId };

const list = defineOperation({
  id: "workspaceBackup.list",
  resource,
  family,
  method: "GET",
  path,
  scope: "vm.read",
  summary: "List the backups of all VMs, newest first",
  description: "Includes backups that were kept when their VM was deleted. `kept` lists only these or leaves them out.",
  query: {
    ...pageQuery(),
    status: CaptureStatus.optional(),
    type: BackupType.optional(),
    kept: z.boolean().optional(),
  },
  output: z.array(Backup),
  list: true,
});

const get = defineOperation({
  id: "workspaceBackup.get",
  resource,
  family,
  method: "GET",
  path: `${path}/{backup_id}`,
  scope: "vm.read",
  summary: "Get a backup of any VM",
  params: backupId,
  output: Backup,
  errors: ["not_found"],
});

const createVm = defineOperation({
  id: "workspaceBackup.createVm",
  resource,
  family,
  method: "POST",
  path: `${path}/{backup_id}/vms`,
  scope: "vm.write",
  summary: "Create a VM from a backup",
  description:
    "A new VM of the same kind, whether or not there still is the VM that it was made of. It is at the " +
    "site of the backup, or at the one of `site_id`, which the backup is brought to. Its root disk is " +
    "that of the backup and at least as large. The data volumes of the backup become new volumes that " +
    "are attached to it. Its machine identity, such as host keys, is generated anew at the first boot, " +
    "as with an image.",
  params: backupId,
  body: VmOfBackup,
  output: Acceptance,
  success: 202,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

const remove = defineOperation({
  id: "workspaceBackup.delete",
  resource,
  family,
  method: "DELETE",
  path: `${path}/{backup_id}`,
  scope: "vm.write",
  summary: "Delete a backup of any VM",
  description:
    "A backup cannot be deleted while it runs or is being restored, or while later incremental backups depend on it.",
  params: backupId,
  output: BackupDeletion,
  errors: ["not_found", "conflict"],
});

/** The backups of a workspace, whatever became of their VMs. */
export const workspaceBackupOperations = [list, get, createVm, remove] as const;
