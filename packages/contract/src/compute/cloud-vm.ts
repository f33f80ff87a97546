import { z } from "zod";
import { Name, pageQuery, ResourceId, Tags, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { Acceptance } from "./operation.ts";

/** spec: States and transitions */
export const VmStatus = z.enum([
  "pending",
  "creating",
  "provisioning",
  "configuring",
  "running",
  "starting",
  "stopping",
  "stopped",
  "rebooting",
  "resizing",
  "attaching_volume",
  "detaching_volume",
  "resizing_plan",
  "resizing_disk",
  "deleting",
  "deleted",
  "error",
]);
export type VmStatus = z.infer<typeof VmStatus>;

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

const SshKey = z.string().min(16).max(16_384).regex(/^(ssh-|ecdsa-|sk-)[^\n]+$/, "must be a public key in OpenSSH format");

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
  user_data: z.string().max(65_536).optional(),
  tags: Tags.default([]),
} as const;

export const CreateCloudVm = z.strictObject(vmCreateFields).meta({ id: "CreateCloudVm" });
export type CreateCloudVm = z.infer<typeof CreateCloudVm>;

const vmId = { vm_id: ResourceId };
const family = "Compute";

export const cloudVmList = defineOperation({
  id: "cloudVm.list",
  family,
  method: "GET",
  path: "/compute/cloud-vms",
  scope: "vm.read",
  summary: "List cloud VMs",
  query: { ...pageQuery(1000), status: VmStatus.optional(), name: z.string().max(63).optional(), tag: z.string().max(128).optional() },
  output: z.array(CloudVm),
  list: true,
});

export const cloudVmCreate = defineOperation({
  id: "cloudVm.create",
  family,
  method: "POST",
  path: "/compute/cloud-vms",
  scope: "vm.write",
  summary: "Create a cloud VM",
  body: CreateCloudVm,
  output: Acceptance,
  success: 202,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

export const cloudVmGet = defineOperation({
  id: "cloudVm.get",
  family,
  method: "GET",
  path: "/compute/cloud-vms/{vm_id}",
  scope: "vm.read",
  summary: "Get a cloud VM",
  params: vmId,
  output: CloudVm,
  errors: ["not_found"],
});
