// The hosts of a site, as who runs the installation sees them, keeps new VMs from them and empties them (docs/adr/0132).
import { z } from "zod";
import { IMAGE_FIRMWARE } from "../compute/image-states.ts";
import { VmStatus, VmType } from "../compute/vm.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Tags, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { HOST_STATES, HOST_STATUSES, LOST_OUTCOMES, LOST_REASONS, MOVE_BLOCKERS } from "./host-states.ts";
import { Reason } from "./organizations.ts";

const shared = { family: "Operator", resource: "site_host", audience: "operator", subject: "installation" } as const;
const host = "/operator/hosts/{host_id}";
const oneHost = { host_id: ResourceId };

/** A GPU of a host. */
export const HostGpu = z
  .strictObject({
    /** Its PCI address. A slice has that of its card, and after a slash what tells it from others. */
    address: z.string(),
    /** As the site's server names it, of a slice with its profile. A plan of these GPUs names the same. */
    model: z.string(),
    /** The PCI address of the card of which it is a slice. Null: it is a whole card. */
    card: z.string().nullable(),
    uuid: z.string().nullable(),
    /** The VM that has it. */
    vm_id: z.string().nullable(),
    /** Whether a VM may get it. A card is not free while a VM has a slice of it, and a slice while one has its card. */
    free: z.boolean(),
  })
  .meta({ id: "HostGpu" });
export type HostGpu = z.infer<typeof HostGpu>;

export const OperatorHost = z
  .strictObject({
    host_id: z.string(),
    site_id: z.string(),
    site_name: z.string(),
    /** Its name at the server of its site. */
    name: z.string(),
    /** What that server says of it. */
    status: z.enum(HOST_STATUSES),
    state: z.enum(HOST_STATES),
    /** Why an operator changed the state, who and when. Null of one that is active. */
    state_reason: z.string().nullable(),
    state_by: z.string().nullable(),
    state_at: Timestamp.nullable(),
    /** How workers reach a host that was added by itself. Null of one that the site's server knows. */
    endpoint: z.string().nullable(),
    tags: z.array(z.string()),
    /** What fails together with it, such as a rack. */
    zone: z.string().nullable(),
    architecture: z.string().nullable(),
    /** What its VMs can be of. Null while it does not say. */
    architectures: z.array(z.string()).nullable(),
    /** What boots its VMs. Empty where VMs are containers. Null while it does not say. */
    firmware: z.array(z.enum(IMAGE_FIRMWARE)).nullable(),
    /** Whether VMs move from it while they run. Others are stopped, moved and started. */
    moves_live: z.boolean(),
    /** Whether other hosts reach its disks. */
    shared_disks: z.boolean(),
    /** What it has and what of it is free. Null until it was online. */
    cpus: z.int().nullable(),
    ram_mb: z.int().nullable(),
    free_ram_mb: z.int().nullable(),
    disk_gb: z.int().nullable(),
    free_disk_gb: z.int().nullable(),
    /** The organization that alone has VMs on it. Null of a host that all share. */
    dedicated_organization_id: z.string().nullable(),
    dedicated_organization_name: z.string().nullable(),
    /** Whether VMs that may no longer be there still move away. It gets no new ones until they have. */
    clearing: z.boolean(),
    /** The VMs that are on it or move there, and what they were promised. */
    vms: z.int(),
    promised_cpus: z.int(),
    promised_ram_mb: z.int(),
    /** Null of a host that does not tell them. */
    gpus: z.array(HostGpu).nullable(),
    seen_at: Timestamp,
    /** Since when its server says that it is offline. Null while it answers. */
    offline_at: Timestamp.nullable(),
    /** When the fence hook turned off a host that is lost. Null while it may still run. */
    fenced_at: Timestamp.nullable(),
    /** Why it is not fenced yet, after a try. */
    fence_error: z.string().nullable(),
  })
  .meta({ id: "OperatorHost" });
export type OperatorHost = z.infer<typeof OperatorHost>;

const ofHost = { ...shared, params: oneHost, output: OperatorHost } as const;

const operatorHostList = defineOperation({
  ...shared,
  id: "operatorHost.list",
  method: "GET",
  path: "/operator/sites/{site_id}/hosts",
  summary: "List the hosts of a site with their capacity and how much of it is reserved",
  description: "As seen by a worker within the last minute. Empty for a site whose server lists no hosts.",
  params: { site_id: ResourceId },
  output: z.array(OperatorHost),
  errors: ["not_found"],
});

const operatorHostGet = defineOperation({
  ...ofHost,
  id: "operatorHost.get",
  method: "GET",
  path: host,
  summary: "Get a host of a site",
  errors: ["not_found"],
});

export const HostChange = z
  .strictObject({
    tags: Tags,
    zone: keptAs("trim", z.string().trim().min(1).max(64)).nullable().describe("Null for none."),
  })
  .partial()
  .meta({ id: "HostChange", examples: [{ tags: ["fast-disks"], zone: "rack-7" }] });

const operatorHostUpdate = defineOperation({
  ...ofHost,
  id: "operatorHost.update",
  method: "PATCH",
  path: host,
  summary: "Change the tags and the zone of a host",
  body: HostChange,
  errors: ["not_found"],
});

export const OperatorHostVm = z
  .strictObject({
    vm_id: z.string(),
    type: VmType,
    name: z.string(),
    status: VmStatus,
    organization_id: z.string(),
    organization_name: z.string(),
    cpu: z.int(),
    ram_mb: z.int(),
    disk_gb: z.int(),
    gpu_count: z.int(),
    /** The operation in progress. */
    operation_id: z.string().nullable(),
    /** The name of the host that it moves to. Null while it does not move. */
    moves_to: z.string().nullable(),
    /** Whether it asked for hosts of its organization. */
    dedicated: z.boolean(),
    /** Why it would stay when the host is drained, apart from a lack of room. */
    blocker: z.enum(MOVE_BLOCKERS).nullable(),
  })
  .meta({ id: "OperatorHostVm" });
export type OperatorHostVm = z.infer<typeof OperatorHostVm>;

const operatorHostVms = defineOperation({
  ...shared,
  id: "operatorHost.listVms",
  method: "GET",
  path: `${host}/vms`,
  summary: "List the VMs on a host with their owners and what keeps them there",
  params: oneHost,
  query: pageQuery(),
  output: z.array(OperatorHostVm),
  list: true,
  errors: ["not_found"],
});

export const HostCordon = z
  .strictObject({ reason: Reason })
  .meta({ id: "HostCordon", examples: [{ reason: "Its fan is loud; ticket 4711." }] });

const operatorHostCordon = defineOperation({
  ...ofHost,
  id: "operatorHost.cordon",
  method: "POST",
  path: `${host}/cordon`,
  summary: "Cordon a host, so that it gets no new VM, with a reason",
  description: "VMs on it stay and keep running. On a host that is being drained, no further VM moves away.",
  body: HostCordon,
  errors: ["not_found", "conflict"],
});

export const OperatorDrainPreview = z
  .strictObject({
    host_id: z.string(),
    /** The VMs on it. */
    vms: z.int(),
    /** Those that move while they run, those that are stopped and started for it, and those that are stopped anyway. */
    live: z.int(),
    restarted: z.int(),
    stopped: z.int(),
    /** Those that stay. */
    blocked: z.int(),
    /** The first 100 of them. */
    blockers: z.array(
      z.strictObject({
        vm_id: z.string(),
        name: z.string(),
        organization_name: z.string(),
        blocker: z.enum(MOVE_BLOCKERS),
        /** What to do. */
        detail: z.string(),
      }),
    ),
  })
  .meta({ id: "OperatorDrainPreview" });
export type OperatorDrainPreview = z.infer<typeof OperatorDrainPreview>;

const operatorHostPreviewDrain = defineOperation({
  ...shared,
  id: "operatorHost.previewDrain",
  method: "GET",
  path: `${host}/drain-preview`,
  summary: "Show what a drain of a host would move, and what would stay and why",
  params: oneHost,
  output: OperatorDrainPreview,
  errors: ["not_found"],
});

export const HostDrain = z
  .strictObject({ reason: Reason })
  .meta({ id: "HostDrain", examples: [{ reason: "Its memory is replaced on Monday." }] });

const operatorHostDrain = defineOperation({
  ...ofHost,
  id: "operatorHost.drain",
  method: "POST",
  path: `${host}/drain`,
  summary: "Drain a host: move its VMs to the other hosts of its site, a few at a time",
  description:
    "A worker moves them. Each move is an operation of its VM, which the owner sees. A VM that cannot " +
    "move while it runs is stopped and started again. VMs that cannot move stay, and the host is " +
    "`draining` until it is empty, then `drained`.",
  body: HostDrain,
  errors: ["not_found", "conflict"],
});

export const OperatorLossPreview = z
  .strictObject({
    host_id: z.string(),
    /** `needed`: the fence hook turns the host off first. `missing`: there is no hook. Without shared disks, no fence. */
    fence: z.enum(["needed", "missing", "not_needed"]),
    /** The VMs on it. */
    vms: z.int(),
    starts_elsewhere: z.int(),
    moves_stopped: z.int(),
    error: z.int(),
    stays: z.int(),
    /** Each VM, the first 1,000 by their ids. */
    machines: z.array(
      z.strictObject({
        vm_id: z.string(),
        name: z.string(),
        organization_name: z.string(),
        outcome: z.enum(LOST_OUTCOMES),
        /** Why it does not go on elsewhere. */
        reason: z.enum(LOST_REASONS).nullable(),
        detail: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "OperatorLossPreview" });
export type OperatorLossPreview = z.infer<typeof OperatorLossPreview>;

const operatorHostPreviewLoss = defineOperation({
  ...shared,
  id: "operatorHost.previewLoss",
  method: "GET",
  path: `${host}/loss-preview`,
  summary: "Preview what happens to each VM of a host when it is declared lost",
  params: oneHost,
  output: OperatorLossPreview,
  errors: ["not_found"],
});

export const HostLoss = z
  .strictObject({ reason: Reason })
  .meta({ id: "HostLoss", examples: [{ reason: "Its power supply burnt; ticket 4712." }] });

const operatorHostDeclareLost = defineOperation({
  ...ofHost,
  id: "operatorHost.declareLost",
  method: "POST",
  path: `${host}/lost`,
  summary: "Declare a host that does not answer lost: its VMs start on other hosts, once it is fenced",
  description:
    "If the hosts share their disks, a worker turns the host off by the fence hook, and its VMs move to " +
    "other hosts, each by an operation that its owner sees. Otherwise the VMs become `error` with the " +
    "reason, and recover when the host is restored. If the host is already lost, the reason is replaced, " +
    "and a failed fence is tried again.",
  body: HostLoss,
  errors: ["not_found", "conflict"],
});

const operatorHostRestore = defineOperation({
  ...ofHost,
  id: "operatorHost.restore",
  method: "POST",
  path: `${host}/restore`,
  summary: "Let a host that is cordoned, drained or lost take new VMs again",
  description:
    "Moves in progress are finished. Nothing moves back. VMs that are still on a lost host continue when " +
    "the host answers.",
  errors: ["not_found", "conflict"],
});

const OtherVms = z
  .enum(["refuse", "move"])
  .default("refuse")
  .describe("`refuse`: 409 names the VMs that may not stay. `move`: a worker moves them to other hosts of the site.");

export const HostDedication = z
  .strictObject({ organization_id: ResourceId, other_vms: OtherVms })
  .meta({ id: "HostDedication", examples: [{ organization_id: "org_01j8zt4q2xk5v9c3w7r1m6n0ph", other_vms: "move" }] });

const operatorHostDedicate = defineOperation({
  ...ofHost,
  id: "operatorHost.dedicate",
  method: "PUT",
  path: `${host}/dedication`,
  summary: "Dedicate a host to an organization: only its VMs that ask for that go there",
  description:
    "VMs of the organization that are on it already stay. Those of others are named in a refusal, or move away with " +
    "`other_vms` as `move`: two at a time, as in a drain, and the host gets no new VM until they have left.",
  body: HostDedication,
  errors: ["not_found", "conflict"],
});

const operatorHostRelease = defineOperation({
  ...ofHost,
  id: "operatorHost.release",
  method: "DELETE",
  path: `${host}/dedication`,
  summary: "Take a dedicated host back, so that all organizations share it",
  description: "VMs that require a dedicated host may not stay; `other_vms` decides what happens to them.",
  query: { other_vms: OtherVms },
  errors: ["not_found", "conflict"],
});

export const operatorHostOperations = [
  operatorHostList,
  operatorHostGet,
  operatorHostUpdate,
  operatorHostVms,
  operatorHostCordon,
  operatorHostPreviewDrain,
  operatorHostDrain,
  operatorHostPreviewLoss,
  operatorHostDeclareLost,
  operatorHostRestore,
  operatorHostDedicate,
  operatorHostRelease,
] as const;
