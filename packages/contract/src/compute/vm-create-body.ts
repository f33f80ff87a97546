import { z } from "zod";
import { Name, ResourceId, Tags } from "../kernel/fields.ts";
import { FirewallGroupIds, RootDiskGb, SshKeys, UserData, VolumeIds } from "./vm-fields.ts";

/**
 * The body of a create, which cloud and GPU VMs share. @param id its name in OpenAPI @param plan_id a plan for its
 * example
 */
export function vmCreateBody(id: string, plan_id: string) {
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
        "By default that of the VPC, else the first that offers both the plan and the image.",
      ),
      disk_gb: RootDiskGb.optional(),
      ssh_keys: SshKeys.default([]),
      user_data: UserData.optional(),
      tags: Tags.default([]),
      vpc_id: ResourceId.optional(),
      subnet_id: ResourceId.optional(),
      public_ip: z.boolean().default(false),
      reserved_ip_id: ResourceId.optional(),
      firewall_group_ids: FirewallGroupIds.default([]),
      volume_ids: VolumeIds.default([]),
    })
    .refine((body) => (body.vpc_id === undefined) === (body.subnet_id === undefined), {
      path: ["vpc_id"],
      error: "must be sent together with subnet_id",
    })
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
