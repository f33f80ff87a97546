import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { TARGET_HEALTH_STATUSES } from "../load-balancing/states.ts";
import { Name, pageQuery, ResourceId, searchQuery, Tags, Timestamp } from "../values/fields.ts";
import { SshKeyIds, SshKeys } from "./ssh-key.ts";
import { Dedicated, FirewallGroupIds, PlacementGroupId, RootDiskGb, UserData, VmStatus } from "./vm.ts";
import { ScalingDecision, VmGroupScaling, VmGroupScalingInput } from "./vm-group-scaling.ts";
import { VmGroupPowerSchedule, VmGroupPowerScheduleInput } from "./vm-group-schedule.ts";
import { VM_GROUP_LIMITS, VM_GROUP_POWERS, VM_GROUP_STATES } from "./vm-group-states.ts";

const Count = z
  .int()
  .min(0)
  .max(VM_GROUP_LIMITS.count)
  .describe(
    "How many VMs it should have. They are called by its name and a number: `web-1`. By default 1, or the `min_count` " +
      "of `scaling`. With `scaling`, it is between both counts, and what you send holds until a rule changes it.",
  );

const HealAfter = z
  .int()
  .min(1)
  .max(VM_GROUP_LIMITS.healMinutes)
  .describe("For how many minutes a VM may fail the health check of the pool before it is replaced.");

const GroupName = Name.max(VM_GROUP_LIMITS.name);

/** What the VMs of a group are made of, as in the create of a cloud VM. */
const template = {
  plan_id: ResourceId,
  template_id: ResourceId,
  site_id: ResourceId.optional().describe(
    "By default the site of the VPC, otherwise the first that offers both the plan and the image.",
  ),
  disk_gb: RootDiskGb.optional(),
  ssh_keys: SshKeys.default([]),
  ssh_key_ids: SshKeyIds.default([]),
  user_data: UserData.optional(),
  tags: Tags.default([]),
  vpc_id: ResourceId.optional(),
  subnet_id: ResourceId.optional(),
  public_ip: z.boolean().default(false).describe("Whether each VM gets a public address of its own."),
  firewall_group_ids: FirewallGroupIds.default([]),
  placement_group_id: PlacementGroupId,
  dedicated: Dedicated,
};

const together = {
  network: {
    check: (body: { vpc_id?: string | undefined; subnet_id?: string | undefined }) =>
      (body.vpc_id === undefined) === (body.subnet_id === undefined),
    fault: { path: ["vpc_id"], error: "must be sent together with subnet_id" },
  },
  pool: {
    check: (body: { load_balancer_id?: string | undefined; pool_id?: string | undefined }) =>
      (body.load_balancer_id === undefined) === (body.pool_id === undefined),
    fault: { path: ["load_balancer_id"], error: "must be sent together with pool_id" },
  },
};

export const CreateVmGroup = z
  .strictObject({
    name: GroupName,
    desired_count: Count.optional(),
    scaling: VmGroupScalingInput.optional(),
    power_schedule: VmGroupPowerScheduleInput.optional(),
    ...template,
    load_balancer_id: ResourceId.optional(),
    pool_id: ResourceId.optional().describe(
      "A pool with a `target_tag`. The VMs get the tag, so they are its targets, and its health check tells whether " +
        "they work.",
    ),
    heal_after_minutes: HealAfter.default(10),
  })
  .refine(together.network.check, together.network.fault)
  .refine(together.pool.check, together.pool.fault)
  .meta({
    id: "CreateVmGroup",
    examples: [{ name: "web", desired_count: 3, plan_id: "plan-small", template_id: "debian-13", tags: ["web"] }],
  });

export const UpdateVmGroup = z
  .strictObject({
    name: GroupName.optional(),
    desired_count: Count.optional(),
    scaling: VmGroupScalingInput.nullable().optional().describe("All rules anew. Null removes them."),
    power_schedule: VmGroupPowerScheduleInput.nullable()
      .optional()
      .describe("All times anew. Null removes them, and the group stays as it is, running or stopped."),
    heal_after_minutes: HealAfter.optional(),
  })
  .meta({ id: "UpdateVmGroup", examples: [{ desired_count: 5 }] });

export const VmGroupTemplate = z
  .strictObject(template)
  .refine(together.network.check, together.network.fault)
  .meta({
    id: "VmGroupTemplate",
    examples: [{ plan_id: "plan-small", template_id: "debian-13", tags: ["web"] }],
  });

export const VmGroup = z
  .strictObject({
    vm_group_id: z.string(),
    name: z.string(),
    desired_count: z.int(),
    scaling: VmGroupScaling.nullable(),
    /** The last changes of the count by its rules, the latest first. */
    scaling_decisions: z.array(ScalingDecision),
    power: z.enum(VM_GROUP_POWERS).describe("What its VMs should be."),
    power_schedule: VmGroupPowerSchedule.nullable(),
    /** The next times of `power_schedule`. Null where it has none, and while the group is paused. */
    next_stop_at: Timestamp.nullable(),
    next_start_at: Timestamp.nullable(),
    state: z.enum(VM_GROUP_STATES),
    /** Why it is in `error` or stopped, as a sentence. Otherwise null. */
    reason: z.string().nullable(),
    /** The VMs that it has now, also those that are being made or removed. */
    member_count: z.int(),
    /** Those of them that were made by an earlier template. They are replaced one by one. */
    outdated_count: z.int(),
    plan_id: z.string(),
    template_id: z.string(),
    site_id: z.string(),
    disk_gb: z.int(),
    tags: z.array(z.string()),
    vpc_id: z.string().nullable(),
    subnet_id: z.string().nullable(),
    public_ip: z.boolean(),
    firewall_group_ids: z.array(z.string()),
    placement_group_id: z.string().nullable(),
    /** Whether its VMs run on hosts that are dedicated to the organization. */
    dedicated: z.boolean(),
    load_balancer_id: z.string().nullable(),
    pool_id: z.string().nullable(),
    heal_after_minutes: z.int(),
    /** Counts the templates. */
    generation: z.int(),
    /** Whose rights it has: whoever changed it last. */
    acts_as: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "VmGroup" });
export type VmGroup = z.infer<typeof VmGroup>;

/** A VM of a group. */
export const VmGroupMember = z
  .strictObject({
    vm_id: z.string(),
    name: z.string(),
    number: z.int(),
    /** The template that it was made by. */
    generation: z.int(),
    status: VmStatus,
    /** What the health check of the pool found. Null without a pool, and before it is a target. */
    health: z.enum(TARGET_HEALTH_STATUSES).nullable(),
    added_at: Timestamp,
  })
  .meta({ id: "VmGroupMember" });
export type VmGroupMember = z.infer<typeof VmGroupMember>;

const groups = { resource: "vm_group", family: "Compute" } as const;
const groupId = { vm_group_id: ResourceId };
const path = "/compute/vm-groups/{vm_group_id}" as const;

const vmGroupList = defineOperation({
  ...groups,
  id: "vmGroup.list",
  method: "GET",
  path: "/compute/vm-groups",
  scope: "vm.read",
  summary: "List VM groups",
  query: { ...pageQuery(), ...searchQuery, name: z.string().max(63).optional() },
  output: z.array(VmGroup),
  list: true,
});

const vmGroupCreate = defineOperation({
  ...groups,
  id: "vmGroup.create",
  method: "POST",
  path: "/compute/vm-groups",
  scope: "vm.write",
  references: [{ field: "load_balancer_id", scope: "load-balancer.read" }],
  summary: "Create a VM group",
  description:
    "A group has a template and a count. Its VMs are created with the request, which is refused if the " +
    "quota or the wallet does not cover all of them. From then on a worker creates missing VMs, removes " +
    "surplus ones, and replaces VMs that are in `error`, were deleted, or fail the pool's health check. " +
    "The group acts with the rights of whoever changed it last.",
  body: CreateVmGroup,
  output: VmGroup,
  success: 201,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

const vmGroupGet = defineOperation({
  ...groups,
  id: "vmGroup.get",
  method: "GET",
  path,
  scope: "vm.read",
  summary: "Get a VM group",
  params: groupId,
  output: VmGroup,
  errors: ["not_found"],
});

const vmGroupUpdate = defineOperation({
  ...groups,
  id: "vmGroup.update",
  method: "PATCH",
  path,
  scope: "vm.write",
  summary: "Change the name, the count, the scaling rules or the power schedule of a VM group",
  description:
    "Added VMs are created with the request. Surplus VMs are removed, first those that are not running, " +
    "then the newest. VMs keep their names. The plan of a `scaling` change shows the most VMs that its " +
    "rules can remove and create; that of a `power_schedule` shows the VMs that it stops or starts. " +
    "While the group is stopped, a new count takes effect when it starts.",
  params: groupId,
  body: UpdateVmGroup,
  output: VmGroup,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

const vmGroupSetTemplate = defineOperation({
  ...groups,
  id: "vmGroup.setTemplate",
  method: "PUT",
  path: `${path}/template`,
  scope: "vm.write",
  summary: "Change the template of a VM group",
  description:
    "Its VMs are replaced one at a time: a new VM is created, and once it is running and healthy in the " +
    "pool, an old one is removed with its disk. Meanwhile the group has one extra VM. The site stays the " +
    "same. If the wallet or the quota does not cover a new VM, the group is in `error` and the old VMs " +
    "stay. A stopped group replaces its VMs after it has started.",
  params: groupId,
  body: VmGroupTemplate,
  output: VmGroup,
  errors: ["not_found", "conflict"],
});

const vmGroupRoll = defineOperation({
  ...groups,
  id: "vmGroup.roll",
  method: "POST",
  path: `${path}/roll`,
  scope: "vm.write",
  summary: "Replace all VMs of a VM group from the same template",
  description: "They are replaced one at a time, as with a new template.",
  params: groupId,
  output: VmGroup,
  errors: ["not_found"],
});

const vmGroupPause = defineOperation({
  ...groups,
  id: "vmGroup.pause",
  method: "POST",
  path: `${path}/pause`,
  scope: "vm.write",
  summary: "Pause a VM group: it creates and removes nothing until it is resumed",
  params: groupId,
  output: VmGroup,
  errors: ["not_found"],
});

const vmGroupResume = defineOperation({
  ...groups,
  id: "vmGroup.resume",
  method: "POST",
  path: `${path}/resume`,
  scope: "vm.write",
  summary: "Resume a VM group",
  description: "The group acts with the rights of whoever resumes it, even if it was not paused.",
  params: groupId,
  output: VmGroup,
  errors: ["not_found"],
});

const vmGroupStop = defineOperation({
  ...groups,
  id: "vmGroup.stop",
  method: "POST",
  path: `${path}/stop`,
  scope: "vm.write",
  summary: "Stop the VMs of a VM group",
  description:
    "They shut down and keep their disks and addresses. Until the group is started, it creates, heals, " +
    "scales and replaces nothing. Its `power_schedule` may start it. Stopping it again stops VMs that " +
    "were started since.",
  params: groupId,
  output: VmGroup,
  errors: ["not_found"],
});

const vmGroupStart = defineOperation({
  ...groups,
  id: "vmGroup.start",
  method: "POST",
  path: `${path}/start`,
  scope: "vm.write",
  summary: "Start the VMs of a VM group that it has stopped",
  description:
    "A VM that someone else stopped stays stopped. The group then creates, heals, scales and replaces " +
    "VMs again; those of an earlier template are replaced one at a time once they run. The group acts " +
    "with the rights of whoever starts it.",
  params: groupId,
  output: VmGroup,
  errors: ["not_found"],
});

const vmGroupMembers = defineOperation({
  ...groups,
  id: "vmGroup.members",
  method: "GET",
  path: `${path}/members`,
  scope: "vm.read",
  summary: "List the VMs of a VM group, newest first",
  params: groupId,
  query: pageQuery(),
  output: z.array(VmGroupMember),
  list: true,
  errors: ["not_found"],
});

const vmGroupDetach = defineOperation({
  ...groups,
  id: "vmGroup.detach",
  method: "POST",
  path: `${path}/members/{vm_id}/detach`,
  scope: "vm.write",
  summary: "Detach a VM from its VM group",
  description: "The VM stays as it is, and the group has one VM fewer.",
  params: { ...groupId, vm_id: ResourceId },
  output: VmGroup,
  errors: ["not_found"],
});

const vmGroupDelete = defineOperation({
  ...groups,
  id: "vmGroup.delete",
  method: "DELETE",
  path,
  scope: "vm.write",
  summary: "Delete a VM group with its VMs",
  description:
    "If a VM cannot be deleted now, the answer is 409 and names it, and nothing is deleted. With " +
    "`keep_vms`, the VMs stay as they are.",
  params: groupId,
  query: { keep_vms: z.boolean().default(false).describe("Whether its VMs stay.") },
  output: z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "VmGroupDeletion" }),
  errors: ["not_found", "conflict"],
});

export const vmGroupOperations = [
  vmGroupList,
  vmGroupCreate,
  vmGroupGet,
  vmGroupUpdate,
  vmGroupSetTemplate,
  vmGroupRoll,
  vmGroupPause,
  vmGroupResume,
  vmGroupStop,
  vmGroupStart,
  vmGroupMembers,
  vmGroupDetach,
  vmGroupDelete,
] as const;
