// What sites have and the installation does not know, and what operators decide about it (docs/adr/0130).
import { z } from "zod";
import { FenceReason } from "../console/site-health.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp, WorkspaceId } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { Reason } from "./organizations.ts";
import {
  DECIDED_KINDS,
  NO_SITE,
  SITE_ACTIONS,
  SITE_DECISION_STATES,
  UNKNOWN_DECISIONS,
  UNKNOWN_KINDS,
} from "./site-decisions.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const Kind = z.enum(UNKNOWN_KINDS);
const ofDecision = { ...shared, resource: "site_decision" } as const;

export const OperatorSiteDecision = z
  .strictObject({
    decision_id: z.string(),
    /** "cdn" of a distribution, which is at no site. */
    site_id: z.string(),
    action: z.enum(SITE_ACTIONS),
    /** The unknown resource, the machine by its name, or the image that is imported. Null of what is about the site. */
    kind: z.enum(DECIDED_KINDS).nullable(),
    resource_id: z.string().nullable(),
    /** Of what is at the site. Of a host that is added its endpoint, and the name of one that is removed. */
    name: z.string().nullable(),
    size: z.string().nullable(),
    /** The workspace and the plan that an adoption names. Null for those of the site's record. */
    workspace_id: z.string().nullable(),
    plan_id: z.string().nullable(),
    /** The name of the VM that a machine becomes. Null for the machine's own. */
    vm_name: z.string().nullable(),
    /**
     * A machine is adopted although quota, funds or the plan do not suffice; a site is removed whose server is gone; the
     * project of one that is checked is restricted.
     */
    force: z.boolean(),
    reason: z.string(),
    /** The operator. */
    decided_by: z.string(),
    decided_at: Timestamp,
    /** A worker carries out what waits. What fails has changed nothing. */
    state: z.enum(SITE_DECISION_STATES),
    ended_at: Timestamp.nullable(),
    /** How it ended, in a sentence. */
    outcome: z.string().nullable(),
    /** Why it was not carried out at the last attempt. */
    problem: z.string().nullable(),
  })
  .meta({ id: "OperatorSiteDecision" });
export type OperatorSiteDecision = z.infer<typeof OperatorSiteDecision>;

export const OperatorUnknownResource = z
  .strictObject({
    /** "cdn" of a distribution, which is at no site. */
    site_id: z.string(),
    kind: Kind,
    resource_id: z.string(),
    /** Null for what has no name at its site. */
    name: z.string().nullable(),
    /** In words, such as "1 CPU, 1 GB RAM, 20 GB disk". */
    size: z.string().nullable(),
    made_at: Timestamp.nullable(),
    first_seen_at: Timestamp,
    last_seen_at: Timestamp,
    /** The workspace of its record at the site. Null without one that can be its owner. */
    workspace_id: z.string().nullable(),
    workspace_name: z.string().nullable(),
    organization_id: z.string().nullable(),
    organization_name: z.string().nullable(),
    /** Whether it can be adopted at all. Networks and copies cannot without a record. */
    adoptable: z.boolean(),
    /** What an adoption must name, because no record does. */
    needs: z.array(z.enum(["workspace", "plan"])),
    /** The latest decision about it. */
    decision: OperatorSiteDecision.nullable(),
  })
  .meta({ id: "OperatorUnknownResource" });
export type OperatorUnknownResource = z.infer<typeof OperatorUnknownResource>;

const operatorUnknownResourceList = defineOperation({
  ...shared,
  resource: "unknown_resource",
  id: "operatorUnknownResource.list",
  method: "GET",
  path: "/operator/unknown-resources",
  summary: "List the resources at sites and edges that the database does not know",
  description:
    "As seen by a worker within the last minute. `decision` is the state of the latest decision about a resource. " +
    `Distributions of the CDN are at the site \`${NO_SITE}\`.`,
  query: {
    ...pageQuery(),
    site_id: ResourceId.optional(),
    kind: Kind.optional(),
    decision: z.enum(UNKNOWN_DECISIONS).optional(),
  },
  output: z.array(OperatorUnknownResource),
  list: true,
});

const unknown = "/operator/sites/{site_id}/unknown-resources/{resource_id}";
const oneUnknown = { site_id: ResourceId, resource_id: ResourceId };

export const UnknownAdoption = z
  .strictObject({
    workspace_id: WorkspaceId.optional().describe("Whose it becomes. By default that of its record at the site."),
    plan_id: ResourceId.optional().describe("What a VM is charged as. By default its own plan."),
    reason: Reason,
  })
  .meta({
    id: "UnknownAdoption",
    examples: [{ workspace_id: "1", plan_id: "plan-small", reason: "Made after the backup." }],
  });

const operatorUnknownResourceAdopt = defineOperation({
  ...ofDecision,
  id: "operatorUnknownResource.adopt",
  method: "POST",
  path: `${unknown}/adopt`,
  summary: "Adopt an unknown resource, with the unknown resources that it needs",
  description:
    "A worker recreates its records, and it is charged from then on. The decision shows the result. " +
    "`workspace_id` and `plan_id` are required if the resource's `needs` says so.",
  params: oneUnknown,
  body: UnknownAdoption,
  output: OperatorSiteDecision,
  errors: ["not_found", "conflict"],
});

export const UnknownDiscard = z
  .strictObject({
    confirm: keptAs("trim", z.string().trim().min(1).max(128)).describe(
      "The resource's own name, or its id if it has no name.",
    ),
    reason: Reason,
  })
  .meta({ id: "UnknownDiscard", examples: [{ confirm: "web", reason: "Its owner left; ticket 4711." }] });

const operatorUnknownResourceDiscard = defineOperation({
  ...ofDecision,
  id: "operatorUnknownResource.discard",
  method: "POST",
  path: `${unknown}/discard`,
  summary: "Delete an unknown resource from its site with all its data, for good",
  description:
    "A worker deletes it, unless another unknown resource needs it, or the database knows it by then. " +
    "The decision shows the result. This cannot be undone.",
  params: oneUnknown,
  body: UnknownDiscard,
  output: OperatorSiteDecision,
  errors: ["not_found", "conflict"],
});

export const OperatorResumePreview = z
  .strictObject({
    site_id: z.string(),
    name: z.string(),
    reason: FenceReason,
    /** The sentence about the fence. */
    detail: z.string(),
    fenced_at: Timestamp,
    /** Operations that wait and are carried out then. */
    waiting_operations: z.int(),
    /** Operations under way by this database that end as interrupted, because the site has ended them long ago. */
    operations_that_end: z.int(),
    /** What stays unknown, by kind, as of the last look. */
    unknown: z.array(z.strictObject({ kind: Kind, count: z.int() })),
    /** When a worker last looked at what the site has. Null for never. */
    looked_at: Timestamp.nullable(),
    /** Why a worker cannot look. */
    problem: z.string().nullable(),
    /** The other sites that are driven as one with it, and are resumed with it. */
    with_sites: z.array(z.string()),
  })
  .meta({ id: "OperatorResumePreview" });
export type OperatorResumePreview = z.infer<typeof OperatorResumePreview>;

const operatorSitePreviewResume = defineOperation({
  ...shared,
  resource: "site",
  id: "operatorSite.previewResume",
  method: "GET",
  path: "/operator/sites/{site_id}/resume-preview",
  summary: "Show why a site is fenced, and what resuming it would end and leave unknown",
  params: { site_id: ResourceId },
  output: OperatorResumePreview,
  errors: ["not_found", "conflict"],
});

export const SiteResume = z
  .strictObject({ reason: Reason })
  .meta({ id: "SiteResume", examples: [{ reason: "Restored from the backup of the night." }] });

const operatorSiteResume = defineOperation({
  ...ofDecision,
  id: "operatorSite.resume",
  method: "POST",
  path: "/operator/sites/{site_id}/resume",
  summary: "Resume a fenced site: this database drives it from then on",
  description:
    "A worker carries it out. Make sure that no other database drives the site any more. Nothing at the " +
    "site is deleted, and unknown resources stay unknown. A new fence that is raised meanwhile stays.",
  params: { site_id: ResourceId },
  body: SiteResume,
  output: OperatorSiteDecision,
  errors: ["not_found", "conflict"],
});

const operatorSiteDecisionList = defineOperation({
  ...ofDecision,
  id: "operatorSiteDecision.list",
  method: "GET",
  path: "/operator/site-decisions",
  summary: "List the decisions of operators about sites with their results, newest first",
  query: {
    ...pageQuery(),
    site_id: ResourceId.optional(),
    state: z.enum(SITE_DECISION_STATES).optional(),
  },
  output: z.array(OperatorSiteDecision),
  list: true,
});

const operatorSiteDecisionGet = defineOperation({
  ...ofDecision,
  id: "operatorSiteDecision.get",
  method: "GET",
  path: "/operator/site-decisions/{decision_id}",
  summary: "Get a decision about a site with its result",
  params: { decision_id: ResourceId },
  output: OperatorSiteDecision,
  errors: ["not_found"],
});

export const operatorUnknownResourceOperations = [
  operatorUnknownResourceList,
  operatorUnknownResourceAdopt,
  operatorUnknownResourceDiscard,
  operatorSitePreviewResume,
  operatorSiteResume,
  operatorSiteDecisionList,
  operatorSiteDecisionGet,
] as const;
