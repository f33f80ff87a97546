import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { FOUND_TYPES } from "../tenant-resources.ts";
import { ShownRestorableUntil } from "../values/fields.ts";
import { MOST_DEPTH, RELATION_NAMES } from "./relations.ts";
import { workspaceMap } from "./workspace-map.ts";

/** A bucket is named by its name, and a domain by itself. */
const GraphedId = z.string().min(1).max(255);

/** A resource by its type and its id. A bucket and a custom domain may have the same name. */
const ResourceReference = z
  .strictObject({ resource_type: z.enum(FOUND_TYPES), id: z.string() })
  .meta({ id: "ResourceReference" });

export const GraphNode = z
  .strictObject({
    resource_type: z.enum(FOUND_TYPES),
    id: z.string(),
    name: z.string(),
    /** In the words of its family. Null if it has no state. */
    status: z.string().nullable(),
    restorable_until: ShownRestorableUntil,
  })
  .meta({ id: "GraphNode" });
export type GraphNode = z.infer<typeof GraphNode>;

/** `from` uses `to`: without `to`, `from` would work no longer, or would be gone. */
export const GraphEdge = z
  .strictObject({ from: ResourceReference, to: ResourceReference, relation: z.enum(RELATION_NAMES) })
  .meta({ id: "GraphEdge" });
export type GraphEdge = z.infer<typeof GraphEdge>;

export const ResourceGraph = z
  .strictObject({
    /** The resource itself first, then the others by their distance. */
    nodes: z.array(GraphNode),
    edges: z.array(GraphEdge),
    /** How many related resources are left out because the caller may not read them. */
    hidden: z.int(),
    /** Whether there are more resources within the depth than a graph shows. */
    truncated: z.boolean(),
  })
  .meta({ id: "ResourceGraph" });
export type ResourceGraph = z.infer<typeof ResourceGraph>;

/** A resource that depends on something that a change deletes or stops. */
export const AffectedResource = z
  .strictObject({
    ...{ resource_type: z.enum(FOUND_TYPES), id: z.string(), name: z.string() },
    /** How it uses the resource in `on`. */
    relation: z.enum(RELATION_NAMES),
    on: ResourceReference,
  })
  .meta({ id: "AffectedResource" });
export type AffectedResource = z.infer<typeof AffectedResource>;

const resourceGraph = defineOperation({
  id: "resource.graph",
  resource: "workspace",
  family: "Resources",
  method: "GET",
  path: "/resources/{resource_id}/graph",
  scope: null,
  summary: "Get what a resource uses, and what uses it",
  description:
    "Needs the read scope of the resource, and shows the related resources whose read scope the caller " +
    "has; the others are counted in `hidden`. An edge leads from a resource to one that it uses. The " +
    "graph follows what the resource uses and, in the other direction, what uses the resource, up to " +
    "`depth` steps and 200 resources. A bucket is identified by its name, an access key by its access " +
    "key id, a custom domain by itself; `resource_type` tells them apart if two share a name.",
  params: { resource_id: GraphedId },
  query: { depth: z.int().min(1).max(MOST_DEPTH).default(2), resource_type: z.enum(FOUND_TYPES).optional() },
  output: ResourceGraph,
  errors: ["not_found"],
});

/** Operations over the resources of all families. */
export const resourceOperations = [resourceGraph, workspaceMap] as const;
