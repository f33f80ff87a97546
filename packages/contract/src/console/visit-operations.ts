// Reads across the families of a workspace. Every member may call these, and the answers are limited by their scopes.
import { z } from "zod";
import { OperationAction, OperationStatus } from "../compute/compute-operation.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, searchQuery, severalOf, Timestamp, tagQuery } from "../values/fields.ts";
import { Activity, ActivityRecord } from "./activity.ts";
import { FoundResource } from "./found-resource.ts";
import { COUNTED_TYPES, LISTED_TYPES, TAGGED_TYPES } from "./overview.ts";
import { VolumeHistoryEntry } from "./volume-history.ts";
import { WorkspaceOperation, WorkspaceOperationDetail } from "./workspace-operation.ts";

const visit = { family: "Console", method: "GET", audience: "console", scope: null } as const;

/**
 * The number of a family's resources in one state, in the family's words. The state is empty for families without
 * states.
 */
export const FamilyCount = z.strictObject({ family: z.enum(COUNTED_TYPES), status: z.string(), count: z.int() });
export type FamilyCount = z.infer<typeof FamilyCount>;

/** A problem that needs a member's attention. */
export const Concern = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("failed"), resource: FoundResource }),
  z.strictObject({
    kind: z.enum(["alert_fires", "secret_expires", "certificate_expires"]),
    resource: FoundResource,
    at: Timestamp,
  }),
  z.strictObject({ kind: z.literal("token_expires"), token_id: z.string(), name: z.string(), at: Timestamp }),
  z.strictObject({ kind: z.literal("quota"), resource: z.string(), limit: z.int(), used: z.int() }),
  z.strictObject({ kind: z.literal("suspended"), reason: z.string() }),
]);
export type Concern = z.infer<typeof Concern>;

/** A summary of a workspace, limited to what the caller's role may see. */
export const Overview = z.strictObject({
  counts: z.array(FamilyCount),
  concerns: z.array(Concern),
  /**
   * The workspace's spending since the beginning of the month (UTC), in decimal text. Null for roles that may not see
   * it.
   */
  spend: z.strictObject({ amount: z.string(), currency: z.string(), balance: z.string().nullable() }).nullable(),
});
export type Overview = z.infer<typeof Overview>;

/** How many rows a list has, and how many of them its filters match. */
export const ListedCount = z.strictObject({ matching: z.int(), all: z.int() });
export type ListedCount = z.infer<typeof ListedCount>;

const overviewGet = defineOperation({
  ...visit,
  id: "overview.get",
  resource: "workspace",
  path: "/overview",
  summary: "Get the workspace at a glance",
  output: Overview,
});

const overviewListed = defineOperation({
  ...visit,
  id: "overview.listed",
  resource: "workspace",
  path: "/overview/listed",
  summary: "Count the rows of a list, all and those that its filters match",
  description:
    "Each count ends at 1000: a greater number says that there are more. Rows that the caller may not see are not counted.",
  query: {
    type: z.enum(LISTED_TYPES),
    ...searchQuery,
    status: severalOf(z.string().max(64)),
    /** Sites, or regions of buckets. */
    place: severalOf(ResourceId),
    ...tagQuery,
  },
  output: ListedCount,
});

const overviewTags = defineOperation({
  ...visit,
  id: "overview.tags",
  resource: "workspace",
  path: "/overview/tags",
  summary: "List the tags of the newest resources of a type, in order",
  query: { type: z.enum(TAGGED_TYPES) },
  output: z.array(z.string()),
});

const activityList = defineOperation({
  ...visit,
  id: "activity.list",
  resource: "operation",
  path: "/activity",
  summary: "List what is under way, and what has failed lately",
  output: Activity,
});

const activityEnded = defineOperation({
  ...visit,
  id: "activity.ended",
  resource: "operation",
  path: "/activity/ended",
  summary: "List which of the operations have ended",
  query: { operation_ids: z.array(ResourceId).max(100) },
  output: z.array(ActivityRecord),
});

/** A bucket is found by its name, and a domain by the domain itself. */
const FoundId = z.string().min(1).max(255);

const searchFind = defineOperation({
  ...visit,
  id: "search.find",
  resource: "workspace",
  path: "/search",
  summary: "Find resources by a part of their name, an address or a tag, or by the beginning of their id",
  query: { text: z.string().max(128) },
  output: z.array(FoundResource),
});

const searchLocate = defineOperation({
  ...visit,
  id: "search.locate",
  resource: "workspace",
  path: "/search/located",
  summary: "Get the resource with this id; null when there is none that the caller may see",
  query: { id: FoundId },
  output: FoundResource.nullable(),
});

const searchNamed = defineOperation({
  ...visit,
  id: "search.named",
  resource: "workspace",
  path: "/search/named",
  summary: "List the resources with these ids that the caller may see",
  /** The maximum page size of a list. */
  query: { ids: z.array(FoundId).max(200) },
  output: z.array(FoundResource),
});

const workspaceOperationList = defineOperation({
  ...visit,
  id: "workspaceOperation.list",
  resource: "operation",
  path: "/operations",
  scope: "vm.read",
  summary: "List the operations of VMs and volumes, newest first",
  query: { ...pageQuery(), status: severalOf(OperationStatus), action: severalOf(OperationAction) },
  output: z.array(WorkspaceOperation),
  list: true,
});

const workspaceOperationGet = defineOperation({
  ...visit,
  id: "workspaceOperation.get",
  resource: "operation",
  path: "/operations/{operation_id}",
  scope: "vm.read",
  summary: "Get an operation of a VM or a volume, with its steps",
  params: { operation_id: ResourceId },
  output: WorkspaceOperationDetail,
  errors: ["not_found"],
});

const volumeHistory = defineOperation({
  ...visit,
  id: "volume.history",
  resource: "volume_operation",
  path: "/volumes/{volume_id}/history",
  scope: "block-storage.read",
  summary: "List all that happened to a volume, newest first",
  description:
    "The volume's own history, and the operations of VMs and snapshots that include the volume. " +
    "Operations of VMs need `vm.read`.",
  params: { volume_id: ResourceId },
  query: pageQuery(),
  output: z.array(VolumeHistoryEntry),
  list: true,
  errors: ["not_found"],
});

export const visitOperations = [
  overviewGet,
  overviewListed,
  overviewTags,
  activityList,
  activityEnded,
  searchFind,
  searchLocate,
  searchNamed,
  workspaceOperationList,
  workspaceOperationGet,
  volumeHistory,
] as const;
