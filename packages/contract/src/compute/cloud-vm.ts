import { z } from "zod";
import { Name, ResourceId, Tags, Timestamp } from "../kernel/fields.ts";
import { vmOperations } from "./vm-operations.ts";
import { VmStatus } from "./vm-status.ts";

/** spec: Cloud VM (list item); every field is always sent. */
export const CloudVm = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    status: VmStatus,
    cpu: z.int(),
    ram_mb: z.int(),
    disk_gb: z.int(),
    os_type: z.string(),
    os_distro: z.string(),
    plan_name: z.string().nullable(),
    public_ip: z.string().nullable(),
    private_ip: z.string().nullable(),
    tags: z.array(z.string()),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: "CloudVm" });
export type CloudVm = z.infer<typeof CloudVm>;

const SshKey = z
  .string()
  .min(16)
  .max(16_384)
  .regex(/^(ssh-|ecdsa-|sk-)[^\n]+$/, "must be a public key in OpenSSH format");

/** At most 64 KiB of UTF-8. */
const UserData = z
  .string()
  .max(65_536)
  .refine((text) => text.length > 65_536 || new TextEncoder().encode(text).length <= 65_536, "must be at most 64 KiB");

/** The fields of a VM create that cloud and GPU VMs share. */
export const vmCreateFields = {
  name: Name,
  plan_id: ResourceId,
  template_id: ResourceId,
  os_distro: z.string().min(1).max(64).optional(),
  os_type: z.string().min(1).max(64).optional(),
  cpu: z.int().min(1).max(1024).optional(),
  ram_mb: z.int().min(1).max(16_777_216).optional(),
  site_id: ResourceId.optional(),
  disk_gb: z.int().min(1).max(65_536).optional(),
  ssh_keys: z.array(SshKey).max(50).default([]),
  user_data: UserData.optional(),
  tags: Tags.default([]),
} as const;

/** spec: VM create body; what is sent besides name, plan and template must agree with those two. */
export const CreateCloudVm = z.strictObject(vmCreateFields).meta({ id: "CreateCloudVm" });
export type CreateCloudVm = z.infer<typeof CreateCloudVm>;

export const cloudVmOperations = vmOperations({ kind: "cloudVm", path: "/compute/cloud-vms", noun: "cloud VM", record: CloudVm, createBody: CreateCloudVm });
