import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Moment, pageQuery, ResourceId, Timestamp } from "../values/fields.ts";

/** A change: who made it, from where, and with which result. */
export const AuditEvent = z
  .strictObject({
    audit_event_id: z.string(),
    /**
     * `token` or `user` for requests, `operator` for commands on the installation, `system` for events that Fulmar
     * detected.
     */
    actor_type: z.enum(["token", "user", "operator", "system"]),
    actor_id: z.string(),
    actor_name: z.string(),
    /** The operation, such as `bucket.create`, or an event without an operation, such as `vm.instance_lost`. */
    action: z.string(),
    resource_id: z.string().nullable(),
    resource_type: z.string().nullable(),
    request_id: z.string(),
    /** Null for events that no network request caused. */
    source_ip: z.string().nullable(),
    /** The HTTP status of the answer. */
    result: z.int(),
    /** Whether the caller only asked what it would do. Nothing was changed then. */
    planned: z.boolean(),
    at: Timestamp,
  })
  .meta({ id: "AuditEvent" });
export type AuditEvent = z.infer<typeof AuditEvent>;

export const auditEventList = defineOperation({
  id: "auditEvent.list",
  resource: "audit_event",
  family: "Audit",
  method: "GET",
  path: "/audit-events",
  scope: null,
  summary: "List what was changed in the workspace, and by whom",
  description:
    "Needs at least one read scope, and lists the events of the families whose read scope the caller has. " +
    "The answer is complete: no event appears later among or below the events shown, or in a range whose `to` had passed. " +
    "`from` is included, `to` is not.",
  query: {
    ...pageQuery(),
    action: z.string().min(1).max(128).optional(),
    actor_id: ResourceId.optional(),
    resource_id: ResourceId.optional(),
    result: z
      .string()
      .regex(/^(success|failure|[2-5]\d\d)$/, "must be success, failure, or a status such as 201")
      .optional(),
    from: Moment.optional(),
    to: Moment.optional(),
  },
  output: z.array(AuditEvent),
  list: true,
});
