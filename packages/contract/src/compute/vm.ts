import { z } from "zod";
import { shownAs } from "../declaration/shown-as.ts";
import {
  DeletionProtection,
  MonthlyPrice,
  Name,
  NewDeletionProtection,
  ResourceId,
  ShownDeletionProtection,
  ShownRestorableUntil,
  Tags,
  Timestamp,
} from "../values/fields.ts";
import { Acceptance } from "./compute-operation.ts";
import { SshKeyIds, SshKeys } from "./ssh-key.ts";
import { VM_STATUSES, VM_TYPES } from "./vm-states.ts";

export const VmStatus = z.enum(VM_STATUSES);
export type VmStatus = z.infer<typeof VmStatus>;

export const VmType = z.enum(VM_TYPES);
export type VmType = z.infer<typeof VmType>;

/** The path parameter of every operation on one VM. */
export const vmId = { vm_id: ResourceId };

/** The beginnings of a script, of `#cloud-config`, of a MIME message and of gzip, in base64. */
const IN_BASE64 = /^\s*(IyEv|I2Nsb3VkLWNvbmZpZ|TUlNRS1WZXJzaW9u|Q29udGVudC1UeXBl|H4sI)[A-Za-z0-9+/_=\r\n-]*$/;

/** At most 64 KiB of UTF-8. */
export const UserData = z
  .string()
  .max(65_536)
  .refine((text) => text.length > 65_536 || new TextEncoder().encode(text).length <= 65_536, "must be at most 64 KiB")
  .refine((text) => !IN_BASE64.test(text), "must be the text itself, not in base64")
  .describe(
    "What cloud-init runs at the first boot: text, such as a script that begins with `#!`, or `#cloud-config`. " +
      "Neither in base64 nor compressed; at most 64 KiB of UTF-8.",
  )
  .register(shownAs, { shown_as: "text" });

/** A script of the workspace's library, in place of user data. */
export const StartupScriptId = ResourceId.optional().describe(
  "A script of the workspace's library, which the VM runs at its first boot in place of `user_data`.",
);

/** A group of the workspace that says where the VM runs. */
export const PlacementGroupId = ResourceId.optional().describe(
  "A placement group, which keeps the VM apart from the others in it, or together with them.",
);

/** Whether the VM runs on hosts of the organization's own. */
export const Dedicated = z
  .boolean()
  .default(false)
  .describe(
    "Whether the VM runs on a host that is dedicated to your organization, and on no other. Sites that have one say " +
      "`has_dedicated_hosts`.",
  );

/** Whether a body names its user data once. */
export const hasOneUserData = (body: { readonly user_data?: unknown; readonly startup_script_id?: unknown }) =>
  body.user_data === undefined || body.startup_script_id === undefined;
export const ONE_USER_DATA = { path: ["startup_script_id"], error: "excludes user_data" };

/** Passwords are typed on one line at login, so control characters are refused. */
export const VmPassword = z
  .string()
  .min(12)
  .max(128)
  .regex(/^\P{Cc}*$/u, "must not contain control characters")
  .register(shownAs, { shown_as: "secret" });

export const RootDiskGb = z.int().min(1).max(65_536);

/** A VM is in few groups because each of them is evaluated for each packet. */
export const FirewallGroupIds = z.array(ResourceId).max(20);

/**
 * The volumes that a new VM is created with, besides its root disk. The limit is the number of device names, and
 * duplicates are refused.
 */
export const VolumeIds = z
  .array(ResourceId)
  .max(25)
  .refine((ids) => new Set(ids).size === ids.length, "must not name a volume twice");

/** The kind of VM that a set of operations is for. */
export interface VmKind<Kind extends string> {
  readonly kind: Kind;
  readonly resource: "cloud_vm" | "gpu_vm";
  readonly path: `/${string}`;
  /** The name of the resource, in the singular. */
  readonly noun: string;
}

/** The properties that all asynchronous changes of a VM share. */
export const vmChanges = { family: "Compute", scope: "vm.write", output: Acceptance, success: 202 } as const;

/**
 * The create body, shared by cloud and GPU VMs.
 * @param id its name in OpenAPI
 * @param plan_id a plan for its example
 */
function vmCreateBody(id: string, plan_id: string) {
  return z
    .strictObject({
      name: Name,
      plan_id: ResourceId,
      template_id: ResourceId,
      os_distro: z.string().min(1).max(64).optional(),
      os_type: z.string().min(1).max(64).optional(),
      cpu: z.int().min(1).max(1024).optional(),
      ram_mb: z.int().min(1).max(16_777_216).optional(),
      site_id: ResourceId.optional().describe(
        "By default the site of the VPC, otherwise the first that offers both the plan and the image.",
      ),
      disk_gb: RootDiskGb.optional(),
      ssh_keys: SshKeys.default([]),
      ssh_key_ids: SshKeyIds.default([]),
      user_data: UserData.optional(),
      startup_script_id: StartupScriptId,
      tags: Tags.default([]),
      vpc_id: ResourceId.optional(),
      subnet_id: ResourceId.optional(),
      public_ip: z.boolean().default(false),
      reserved_ip_id: ResourceId.optional(),
      firewall_group_ids: FirewallGroupIds.default([]),
      volume_ids: VolumeIds.default([]),
      placement_group_id: PlacementGroupId,
      dedicated: Dedicated,
      deletion_protection: NewDeletionProtection,
    })
    .refine((body) => (body.vpc_id === undefined) === (body.subnet_id === undefined), {
      path: ["vpc_id"],
      error: "must be sent together with subnet_id",
    })
    .refine(hasOneUserData, ONE_USER_DATA)
    .refine((body) => !body.public_ip || body.reserved_ip_id === undefined, {
      path: ["public_ip"],
      error: "excludes reserved_ip_id",
    })
    .meta({
      id,
      examples: [
        {
          name: "web-1",
          plan_id,
          template_id: "debian-13",
          ssh_keys: [
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8mYq2kS6r0bXwVhT3nLcEoPzGfUd4iAq7sRy1tKxNe ada@example.com",
          ],
          tags: ["production"],
          public_ip: true,
        },
      ],
    });
}

/** Announced maintenance that touches a VM, under way or to come. */
export const VmMaintenance = z
  .strictObject({ announcement_id: z.string(), title: z.string(), starts_at: Timestamp, ends_at: Timestamp })
  .meta({ id: "VmMaintenance" });
export type VmMaintenance = z.infer<typeof VmMaintenance>;

/** Cloud VM (list item) of the public API. Every field of it is always sent. */
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
    deletion_protection: ShownDeletionProtection,
    restorable_until: ShownRestorableUntil,
    held_at: Timestamp.nullable()
      .optional()
      .describe("Since when an operator of the cloud keeps it stopped. Sent while one does."),
    maintenance: VmMaintenance.nullable()
      .optional()
      .describe("The maintenance that touches it now or next. Sent while one is announced."),
    site_id: z.string().optional().describe("Sent in lists with `include=site_id`."),
    monthly_price: MonthlyPrice.optional(),
  })
  .meta({ id: "CloudVm" });
export type CloudVm = z.infer<typeof CloudVm>;

/** The fields of a single VM that its list item lacks. */
export const vmDetailFields = {
  site_id: z.string(),
  monthly_price: MonthlyPrice,
  plan_id: z.string(),
  template_id: z.string(),
  rescue_enabled: z.boolean(),
  /** When an operator adopted a machine that ran already as this VM. Null for a VM that Fulmar created. */
  adopted_at: Timestamp.nullable(),
  deletion_protection: DeletionProtection,
  firewall_group_ids: z.array(z.string()),
  /** The attached volumes. */
  volume_ids: z.array(z.string()),
  placement_group_id: z.string().nullable(),
  /** Whether it runs on a host that is dedicated to its organization, and on no other. */
  dedicated: z.boolean(),
  /** Since when an operator holds the VM, and why. Null while nobody does. */
  held_at: Timestamp.nullable(),
  held_reason: z.string().nullable(),
  /** The maintenance that touches the VM now or next. Null while none is announced. */
  maintenance: VmMaintenance.nullable(),
  /** The operation in progress. */
  operation_id: z.string().nullable(),
  /** Why a VM is in `error`. Null in every other state. */
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
} as const;

export const CloudVmDetail = z.strictObject({ ...CloudVm.shape, ...vmDetailFields }).meta({ id: "CloudVmDetail" });
export type CloudVmDetail = z.infer<typeof CloudVmDetail>;

/** VM create body of the public API. Other fields must agree with the plan and the template. */
export const CreateCloudVm = vmCreateBody("CreateCloudVm", "plan-small");
export type CreateCloudVm = z.infer<typeof CreateCloudVm>;

const accelerators = { gpu_model: z.string(), gpu_count: z.int() };

/** A cloud VM's record with its accelerators. */
export const GpuVm = z.strictObject({ ...CloudVm.shape, ...accelerators }).meta({ id: "GpuVm" });
export type GpuVm = z.infer<typeof GpuVm>;

export const GpuVmDetail = z.strictObject({ ...GpuVm.shape, ...vmDetailFields }).meta({ id: "GpuVmDetail" });
export type GpuVmDetail = z.infer<typeof GpuVmDetail>;

export const CreateGpuVm = vmCreateBody("CreateGpuVm", "plan-gpu-h100-1");
export type CreateGpuVm = z.infer<typeof CreateGpuVm>;
