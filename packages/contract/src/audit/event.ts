import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";

/** A change of a resource, written in the commit of the change. */
export const Event = z
  .strictObject({
    event_id: z.string(),
    /** Resource and change, such as `cloud_vm.created`. */
    type: z.string(),
    resource_type: z.string(),
    /** Null for a change that names no resource. */
    resource_id: z.string().nullable(),
    /** The present name. Null if the resource is gone, or has none. */
    name: z.string().nullable(),
    workspace_id: z.string(),
    at: Timestamp,
    actor: z.strictObject({ type: z.enum(["token", "user", "operator", "system"]), id: z.string(), name: z.string() }),
    /** Null for the end of an operation, which no request caused. */
    request_id: z.string().nullable(),
    /** The operation that ended. Null for every other event. */
    operation_id: z.string().nullable(),
  })
  .meta({ id: "Event" });
export type Event = z.infer<typeof Event>;

/** In place of an event's id: before all events. */
export const FIRST_EVENT = "start";

export const eventList = defineOperation({
  id: "event.list",
  resource: "event",
  family: "Audit",
  method: "GET",
  path: "/events",
  scope: null,
  streamed: true,
  summary: "List or follow the changes of the workspace's resources",
  description:
    "Needs at least one read scope, and lists the events of the families whose read scope the caller has, newest " +
    "first, for 30 days. " +
    "With `after`, the id of an event or `start`, it lists those after it, oldest first: " +
    "no event appears later among those listed. " +
    "A change that takes time has two events: `cloud_vm.create_accepted`, and `cloud_vm.created` or " +
    "`cloud_vm.create_failed` when its operation has ended. " +
    "With `Accept: text/event-stream` the answer stays open and sends events as they happen, from `after`, from the " +
    "header `Last-Event-ID`, or from now on; " +
    "each message has the event's id, its type, and its record as data.",
  query: {
    ...pageQuery(),
    after: ResourceId.optional(),
    type: z.string().min(1).max(128).optional(),
    resource_type: z.string().min(1).max(64).optional(),
    resource_id: ResourceId.optional(),
  },
  output: z.array(Event),
  list: true,
});
