import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { severalOf, tagQuery } from "../values/fields.ts";
import { MAPPED_TYPES, MOST_MAPPED } from "./mapped-types.ts";
import { RELATION_NAMES } from "./relations.ts";

/** How many resources of a node are in a state. Null for types without states. */
const StateCount = z.strictObject({ status: z.string().nullable(), count: z.int() }).meta({ id: "StateCount" });

export const MapNode = z
  .strictObject({
    /** Names the node within this map. */
    key: z.string(),
    resource_type: z.enum(MAPPED_TYPES),
    /** Null if the node stands for a group of resources. */
    id: z.string().nullable(),
    name: z.string().nullable(),
    count: z.int(),
    states: z.array(StateCount),
  })
  .meta({ id: "MapNode" });
export type MapNode = z.infer<typeof MapNode>;

/** Resources of `from` use resources of `to`: so many pairs do. */
export const MapEdge = z
  .strictObject({ from: z.string(), to: z.string(), relation: z.enum(RELATION_NAMES), count: z.int() })
  .meta({ id: "MapEdge" });
export type MapEdge = z.infer<typeof MapEdge>;

export const WorkspaceMap = z
  .strictObject({
    nodes: z.array(MapNode),
    edges: z.array(MapEdge),
    /** How many resources of each type the workspace has, filtered or not. */
    kinds: z.array(z.strictObject({ resource_type: z.enum(MAPPED_TYPES), count: z.int() }).meta({ id: "KindCount" })),
    /** The tags to filter by. */
    tags: z.array(z.string()),
    /** The types that are left out because the caller may not read them. */
    hidden: z.array(z.enum(MAPPED_TYPES)),
    /** Whether there are more resources or relations of a type than are read. */
    truncated: z.boolean(),
  })
  .meta({ id: "WorkspaceMap" });
export type WorkspaceMap = z.infer<typeof WorkspaceMap>;

export const workspaceMap = defineOperation({
  id: "resource.map",
  resource: "workspace",
  family: "Resources",
  method: "GET",
  path: "/resources/map",
  scope: null,
  summary: "Get the map of a workspace: its resources and how they use each other",
  description:
    "Shows the types whose read scope the caller has; `hidden` names the others. " +
    "An edge leads from a resource to one that it uses. " +
    `With up to ${MOST_MAPPED} resources, each is a node. With more, several resources of a type in the same subnet ` +
    "or VPC become one node with their number in each state, whose `id` and `name` are null. " +
    "With `tag`, the map has the resources with one of these tags, what they use, and what uses them directly. " +
    "It has only those secrets that are certificates of load balancers.",
  query: { resource_type: severalOf(z.enum(MAPPED_TYPES)), ...tagQuery },
  output: WorkspaceMap,
  errors: [],
});
