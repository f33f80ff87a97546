// What serves and calls the world: edges, and webhooks that fail or were switched off.
import { z } from "zod";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { Name, pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { WEBHOOK_DISABLED_REASONS, WEBHOOK_LIMITS } from "../webhooks/states.ts";
import { DEFAULT_LINE_GBITS, MOST_LINE_GBITS } from "./edge-limits.ts";
import { Reason } from "./organizations.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;

export const OperatorEdge = z
  .strictObject({
    edge_id: z.string(),
    name: z.string(),
    site_id: z.string(),
    /** Whether it serves the CDN, too. */
    serves_cdn: z.boolean(),
    hostname: z.string().nullable(),
    servers: z.array(z.string()),
    /** Waiting: no agent has used its token yet. Away: its agent does not report. */
    state: z.enum(["waiting", "connected", "away"]),
    /** Until when its token can be used, once. Null without one. */
    token_expires_at: Timestamp.nullable(),
    /** Null before its first report. */
    seen_at: Timestamp.nullable(),
    line_gbits: z.int(),
    /** The documents that it has not applied yet. */
    behind: z.int(),
    /** The documents that it cannot apply. */
    failures: z.int(),
    /** The names for which it serves a certificate. */
    certificates: z.int(),
    /** Those of them whose certificate ends within 14 days, or has ended. */
    certificates_ending: z.int(),
    /** The reports of more traffic than its line carries. */
    refused_reports: z.int(),
  })
  .meta({ id: "OperatorEdge" });
export type OperatorEdge = z.infer<typeof OperatorEdge>;

const operatorEdgeList = defineOperation({
  ...shared,
  id: "operatorEdge.list",
  resource: "edge",
  method: "GET",
  path: "/operator/edges",
  summary: "List the edges, as they last reported",
  output: z.array(OperatorEdge),
});

const edges = "/operator/edges";
const ofEdge = { ...shared, resource: "edge", params: { edge_id: ResourceId } } as const;
const LineGbits = z
  .int()
  .min(1)
  .max(MOST_LINE_GBITS)
  .describe("What its line carries, in Gbit/s. Reports of more traffic than that are refused.");

/** The token is shown in this answer alone. */
const EdgeToken = OperatorEdge.extend({ token: z.string() }).meta({ id: "OperatorEdgeToken" });

const operatorEdgeGet = defineOperation({
  ...ofEdge,
  id: "operatorEdge.get",
  method: "GET",
  path: `${edges}/{edge_id}`,
  summary: "Get an edge, as it last reported",
  output: OperatorEdge,
  errors: ["not_found"],
});

export const NewEdge = z
  .strictObject({
    name: Name,
    site_id: ResourceId.describe("The site whose load balancers it serves."),
    serves_cdn: z
      .boolean()
      .default(false)
      .describe("Lets it serve the CDN, too: it gets the distributions and keys of all workspaces."),
    line_gbits: LineGbits.default(DEFAULT_LINE_GBITS),
  })
  .meta({ id: "NewEdge", examples: [{ name: "front-1", site_id: "site-ams-1" }] });

const operatorEdgeCreate = defineOperation({
  ...shared,
  id: "operatorEdge.create",
  resource: "edge",
  method: "POST",
  path: edges,
  summary: "Add an edge to a site",
  description:
    "Its token is shown only in this answer; the agent on its host uses it once, within 24 hours. From " +
    "now on edges serve the load balancers of the site.",
  success: 201,
  shownOnce: true,
  body: NewEdge,
  output: EdgeToken,
  errors: ["conflict"],
});

export const EdgeChange = z
  .strictObject({ line_gbits: LineGbits })
  .meta({ id: "EdgeChange", examples: [{ line_gbits: 400 }] });

const operatorEdgeUpdate = defineOperation({
  ...ofEdge,
  id: "operatorEdge.update",
  method: "PATCH",
  path: `${edges}/{edge_id}`,
  summary: "Change the bandwidth of an edge's line",
  body: EdgeChange,
  output: OperatorEdge,
  errors: ["not_found"],
});

const operatorEdgeRenewToken = defineOperation({
  ...ofEdge,
  id: "operatorEdge.renewToken",
  method: "POST",
  path: `${edges}/{edge_id}/token`,
  summary: "Create a new token for an edge whose agent has lost its credential or moves to another host",
  description:
    "It is shown only in this answer. An earlier token that was not used is revoked at once; the " +
    "credential of the agent is revoked when the new token is used.",
  shownOnce: true,
  output: EdgeToken,
  errors: ["not_found"],
});

export const EdgeRemoval = z
  .strictObject({
    force: z.boolean().default(false).describe("Also an edge that alone serves something."),
    reason: Reason,
  })
  .meta({ id: "EdgeRemoval", examples: [{ reason: "Its host is replaced." }] });

const operatorEdgeRemove = defineOperation({
  ...ofEdge,
  id: "operatorEdge.remove",
  method: "POST",
  path: `${edges}/{edge_id}/remove`,
  summary: "Remove an edge",
  description:
    "The credential of its agent is revoked at once. Its servers keep running until you stop them; stop " +
    "them first, because its addresses move to other edges. Refused while no other connected edge serves " +
    "the load balancers of its site, or the CDN. With `force`, the provider of the site serves the load " +
    "balancers from then on where it can, and nothing serves the CDN.",
  body: EdgeRemoval,
  output: z.strictObject({ edge_id: z.string() }),
  errors: ["not_found", "conflict"],
});

const whose = {
  webhook_id: z.string(),
  name: z.string(),
  /** The host of its URL. The rest of the URL may be a secret. */
  host: z.string(),
  workspace_id: z.string(),
  workspace_name: z.string(),
  organization_id: z.string(),
  organization_name: z.string(),
};

export const OperatorWebhook = z
  .strictObject({
    ...whose,
    disabled_reason: z.enum(WEBHOOK_DISABLED_REASONS),
    disabled_at: Timestamp.nullable(),
    /** The answer and the error of the last attempt of the newest delivery that failed; null if there was none. */
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
  })
  .meta({ id: "OperatorWebhook" });
export type OperatorWebhook = z.infer<typeof OperatorWebhook>;

const operatorWebhookList = defineOperation({
  ...shared,
  id: "operatorWebhook.list",
  resource: "webhook",
  method: "GET",
  path: "/operator/webhooks",
  summary: "List the webhooks of all organizations that were switched off because their receivers failed",
  query: pageQuery(),
  output: z.array(OperatorWebhook),
  list: true,
});

/** A webhook whose receiver does not accept a delivery, which is tried again. Of several it is the first that failed. */
export const OperatorFailingWebhook = z
  .strictObject({
    ...whose,
    /** When the delivery was first tried. */
    failing_since: Timestamp,
    /** How often it was tried. */
    attempts: z.int(),
    /** The answer and the error of its last attempt. */
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    /** When it is tried next. Null while it waits for a worker. */
    next_attempt_at: Timestamp.nullable(),
    /** The webhook is switched off if an attempt fails from then on. */
    switched_off_at: Timestamp,
  })
  .meta({ id: "OperatorFailingWebhook" });
export type OperatorFailingWebhook = z.infer<typeof OperatorFailingWebhook>;

const operatorWebhookFailing = defineOperation({
  ...shared,
  id: "operatorWebhook.failing",
  resource: "webhook",
  method: "GET",
  path: "/operator/webhooks/failing",
  summary: "List the webhooks of all organizations whose receivers fail and that are not switched off yet",
  query: {
    ...pageQuery(),
    organization_id: OrganizationId.optional(),
    /** Those that are switched off within so many hours. */
    switched_off_within_hours: z.int().min(1).max(WEBHOOK_LIMITS.failingHours).optional(),
  },
  output: z.array(OperatorFailingWebhook),
  list: true,
});

export const operatorEdgeOperations = [
  operatorEdgeList,
  operatorEdgeGet,
  operatorEdgeCreate,
  operatorEdgeUpdate,
  operatorEdgeRenewToken,
  operatorEdgeRemove,
  operatorWebhookList,
  operatorWebhookFailing,
] as const;
