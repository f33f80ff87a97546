import { z } from "zod";
import { QuotaResource } from "../billing/quota.ts";
import { DecimalText } from "../billing/usage.ts";
import { RESOURCE_TYPES, type ResourceType } from "../resources.ts";
import { TENANT_RESOURCE_TYPES } from "../tenant-resources.ts";
import { Timestamp } from "../values/fields.ts";
import { AffectedResource } from "./resource-graph.ts";

/** A field of a record with its value before and after the change. */
export const FieldChange = z
  .strictObject({
    /** As the record names it. A field of a resource's settings follows their name: `lifecycle.rules`. */
    field: z.string(),
    /** Null if the resource does not exist yet. */
    from: z.unknown(),
    /** Null if it will be gone, or if its value is chosen when the change is made, such as an id. */
    to: z.unknown(),
  })
  .meta({ id: "FieldChange" });
export type FieldChange = z.infer<typeof FieldChange>;

function changeOf(types: readonly ResourceType[]) {
  return z.strictObject({
    action: z.enum(["create", "update", "delete"]),
    resource_type: z.enum(types),
    /** As the paths name the resource. Null if it is chosen when the change is made. */
    id: z.string().nullable(),
    name: z.string().nullable(),
    fields: z.array(FieldChange),
  });
}

export const ResourceChange = changeOf(TENANT_RESOURCE_TYPES).meta({ id: "ResourceChange" });
export type ResourceChange = z.infer<typeof ResourceChange>;

/** Links between resources, which can be made again as they were. */
const LINKS: ReadonlySet<ResourceType> = new Set(["firewall_instance", "vpc_node"]);

/** Whether a type is no link between two others. */
export function isSubstance(type: ResourceType): boolean {
  return !LINKS.has(type);
}

/** What does not come back by itself. */
export function isLoss({ action, resource_type }: ResourceChange): boolean {
  return action === "delete" && isSubstance(resource_type);
}

/** What a quota counts before and after the change. A null `limit` means no limit. */
export const QuotaChange = z
  .strictObject({ resource: QuotaResource, used: z.int(), limit: z.int().nullable(), after: z.int() })
  .meta({ id: "QuotaChange" });
export type QuotaChange = z.infer<typeof QuotaChange>;

/** What a change costs: decimal text, negative where it saves. A month has 730 hours. */
export const CostChange = z
  .strictObject({ hourly_delta: DecimalText, monthly_delta: DecimalText, currency: z.string().nullable() })
  .meta({ id: "CostChange" });

function planOf(change: typeof ResourceChange) {
  return z.strictObject({
    /** The status that the request would be answered with. */
    would_answer: z.int(),
    changes: z.array(change),
    /** Other resources that depend on what would be deleted or stopped. */
    affects: z.array(AffectedResource),
    /** The steps of the asynchronous operation that would begin, in order. */
    steps: z.array(z.string()),
    cost: CostChange,
    /** The quotas whose use would change. */
    quotas: z.array(QuotaChange),
    /** Whether something would be lost that no later request brings back. */
    irreversible: z.boolean(),
    /** Until when what would be deleted could be restored. */
    restorable_until: Timestamp.nullable(),
    /** What a plan cannot tell, in sentences. */
    warnings: z.array(z.string()),
  });
}

/** What an operation would do, found out by doing it in a transaction that is taken back (docs/adr/0076). */
export const ChangePlan = planOf(ResourceChange).meta({ id: "ChangePlan" });
export type ChangePlan = z.infer<typeof ChangePlan>;

/** What an operator's change would do. Its changes also are of the installation's resources, which no tenant sees. */
export const OperatorChangePlan = planOf(changeOf(RESOURCE_TYPES).meta({ id: "OperatorResourceChange" })).meta({
  id: "OperatorChangePlan",
});
