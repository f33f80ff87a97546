import { z } from "zod";
import { Timestamp } from "../kernel/fields.ts";
import { vmCreateBody } from "./vm-create-body.ts";
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

/** What a single VM shows besides its list item. */
export const vmDetailFields = {
  site_id: z.string(),
  plan_id: z.string(),
  template_id: z.string(),
  rescue_enabled: z.boolean(),
  firewall_group_ids: z.array(z.string()),
  /** Those that are attached. */
  volume_ids: z.array(z.string()),
  /** The operation under way. */
  operation_id: z.string().nullable(),
  /** Why a VM in `error` is; null in every other state. */
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
} as const;

export const CloudVmDetail = z.strictObject({ ...CloudVm.shape, ...vmDetailFields }).meta({ id: "CloudVmDetail" });
export type CloudVmDetail = z.infer<typeof CloudVmDetail>;

/** spec: VM create body; what is sent besides name, plan and template must agree with those two. */
export const CreateCloudVm = vmCreateBody("CreateCloudVm", "plan-small");
export type CreateCloudVm = z.infer<typeof CreateCloudVm>;

export const cloudVmOperations = vmOperations({
  kind: "cloudVm",
  resource: "cloud_vm",
  path: "/compute/cloud-vms",
  noun: "cloud VM",
  record: CloudVm,
  detail: CloudVmDetail,
  createBody: CreateCloudVm,
});
