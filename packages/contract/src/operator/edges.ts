// What serves and calls the world: edges, and webhooks that fail or were switched off.
import { z } from "zod";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, Timestamp } from "../values/fields.ts";
import { WEBHOOK_DISABLED_REASONS, WEBHOOK_LIMITS } from "../webhooks/states.ts";

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

export const operatorEdgeOperations = [operatorEdgeList, operatorWebhookList, operatorWebhookFailing] as const;
