import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Name, pageQuery, ResourceId, searchQuery, Tags, Timestamp } from "../values/fields.ts";
import { PLACEMENT_PLACES, PLACEMENT_STRATEGIES } from "./placement-group-states.ts";

const Strategy = z.enum(PLACEMENT_STRATEGIES).describe("`spread` keeps its VMs apart, `pack` keeps them together.");
const Over = z
  .enum(PLACEMENT_PLACES)
  .describe("Apart from each other, or together, by hosts or by zones. A zone is what fails together, such as a rack.");
const Strict = z
  .boolean()
  .describe("Whether a VM that has no such place is refused. Otherwise it gets the best place there is.");

/** VMs that are kept apart or together. */
export const PlacementGroup = z
  .strictObject({
    placement_group_id: z.string(),
    name: z.string(),
    strategy: Strategy,
    over: Over,
    strict: Strict,
    tags: z.array(z.string()),
    /** The VMs in it, with those that are deleted and kept. */
    vm_count: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: "PlacementGroup" });
export type PlacementGroup = z.infer<typeof PlacementGroup>;

export const CreatePlacementGroup = z
  .strictObject({
    name: Name,
    strategy: Strategy.default("spread"),
    over: Over.default("hosts"),
    strict: Strict.default(false),
    tags: Tags.default([]),
  })
  .meta({
    id: "CreatePlacementGroup",
    examples: [{ name: "database", strategy: "spread", over: "hosts", strict: true }],
  });

export const UpdatePlacementGroup = z
  .strictObject({ name: Name.optional(), tags: Tags.optional() })
  .meta({ id: "UpdatePlacementGroup", examples: [{ name: "database-2", tags: ["production"] }] });

const groups = { resource: "placement_group", family: "Compute" } as const;
const groupId = { placement_group_id: ResourceId };
const path = "/compute/placement-groups/{placement_group_id}" as const;

const placementGroupList = defineOperation({
  ...groups,
  id: "placementGroup.list",
  method: "GET",
  path: "/compute/placement-groups",
  scope: "vm.read",
  summary: "List placement groups",
  query: { ...pageQuery(), ...searchQuery, name: z.string().max(63).optional() },
  output: z.array(PlacementGroup),
  list: true,
});

const placementGroupCreate = defineOperation({
  ...groups,
  id: "placementGroup.create",
  method: "POST",
  path: "/compute/placement-groups",
  scope: "vm.write",
  summary: "Create a placement group",
  description:
    "New VMs and templates of VM groups refer to it in `placement_group_id`. Its rule holds when a VM is " +
    "created and whenever the VM moves to another host. Some sites do not list their hosts; a strict " +
    "group is refused there.",
  body: CreatePlacementGroup,
  output: PlacementGroup,
  success: 201,
  errors: ["conflict"],
});

const placementGroupGet = defineOperation({
  ...groups,
  id: "placementGroup.get",
  method: "GET",
  path,
  scope: "vm.read",
  summary: "Get a placement group",
  params: groupId,
  output: PlacementGroup,
  errors: ["not_found"],
});

const placementGroupUpdate = defineOperation({
  ...groups,
  id: "placementGroup.update",
  method: "PATCH",
  path,
  scope: "vm.write",
  summary: "Change the name and the tags of a placement group",
  description: "Its rule cannot change, because its VMs were placed by it.",
  params: groupId,
  body: UpdatePlacementGroup,
  output: PlacementGroup,
  errors: ["not_found", "conflict"],
});

const placementGroupDelete = defineOperation({
  ...groups,
  id: "placementGroup.delete",
  method: "DELETE",
  path,
  scope: "vm.write",
  summary: "Delete a placement group",
  description:
    "The 409 names the VMs in it, including deleted VMs that are kept, and the VM groups whose template " +
    "refers to it.",
  params: groupId,
  output: z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "PlacementGroupDeletion" }),
  errors: ["not_found", "conflict"],
});

export const placementGroupOperations = [
  placementGroupList,
  placementGroupCreate,
  placementGroupGet,
  placementGroupUpdate,
  placementGroupDelete,
] as const;
