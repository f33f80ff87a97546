import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Description, Name, pageQuery, ResourceId, searchQuery, Timestamp } from "../values/fields.ts";
import { EVENT_TYPE_PATTERN, WEBHOOK_DISABLED_REASONS, WEBHOOK_LIMITS } from "./states.ts";

const Url = z
  .string()
  .max(WEBHOOK_LIMITS.url)
  .refine(isReceiver, "must be an https:// URL without user name, password or fragment");

/** Whether a text is the URL of a receiver. http is for installations that allow private targets. */
function isReceiver(text: string): boolean {
  if (!/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/.test(text) || text.includes("#") || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === "" && password === "" && hostname !== "";
}

const EventTypes = z
  .array(
    z
      .string()
      .max(128)
      .regex(
        EVENT_TYPE_PATTERN,
        "must be *, all types of a resource such as cloud_vm.*, or a type such as cloud_vm.created",
      ),
  )
  .min(1)
  .max(WEBHOOK_LIMITS.eventTypes)
  .describe(
    "Which events are sent: `*`, all types of a resource such as `cloud_vm.*`, or a type such as `bucket.created`.",
  );

export const Webhook = z
  .strictObject({
    webhook_id: z.string(),
    name: z.string(),
    description: z.string(),
    url: z.string(),
    event_types: z.array(z.string()),
    /** The read scopes of whoever last set the URL or the filter. Events of other families are not sent. */
    event_scopes: z.array(z.string()),
    enabled: z.boolean(),
    /** Why Fulmar switched it off. Null if it is on, or was switched off by a request. */
    disabled_reason: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
    disabled_at: Timestamp.nullable(),
    /** Until then the secret before the last rotation signs as well. */
    old_secret_until: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

const fields = { name: Name, url: Url, event_types: EventTypes, description: Description, enabled: z.boolean() };

export const CreateWebhook = z
  .strictObject({
    ...fields,
    event_types: fields.event_types.default(["*"]),
    description: fields.description.default(""),
    enabled: fields.enabled.default(true),
  })
  .meta({
    id: "CreateWebhook",
    examples: [
      { name: "deploys", url: "https://hooks.example.com/fulmar", event_types: ["cloud_vm.*", "bucket.created"] },
    ],
  });

export const UpdateWebhook = z
  .strictObject(fields)
  .partial()
  .meta({ id: "UpdateWebhook", examples: [{ name: "deploys", event_types: ["cloud_vm.*"] }] });

const webhooks = { resource: "webhook", family: "Webhooks" } as const;
const webhookId = { webhook_id: ResourceId };
const path = "/webhooks/{webhook_id}" as const;

const webhookList = defineOperation({
  ...webhooks,
  id: "webhook.list",
  method: "GET",
  path: "/webhooks",
  scope: "webhook.read",
  summary: "List the workspace's webhooks",
  query: { ...pageQuery(), ...searchQuery, name: z.string().max(63).optional() },
  output: z.array(Webhook),
  list: true,
});

const webhookCreate = defineOperation({
  ...webhooks,
  id: "webhook.create",
  method: "POST",
  path: "/webhooks",
  scope: "webhook.write",
  summary: "Create a webhook",
  description:
    "Sends the events of the workspace to a URL, signed according to Standard Webhooks. " +
    "The secret is shown only in this answer. " +
    "From now on it sends the events of the families whose read scope the caller has. " +
    `A workspace has at most ${WEBHOOK_LIMITS.webhooks} webhooks.`,
  body: CreateWebhook,
  output: Webhook.extend({ secret: z.string() }).meta({ id: "CreatedWebhook" }),
  success: 201,
  shownOnce: true,
  errors: ["conflict"],
});

const webhookGet = defineOperation({
  ...webhooks,
  id: "webhook.get",
  method: "GET",
  path,
  scope: "webhook.read",
  summary: "Get a webhook",
  params: webhookId,
  output: Webhook,
  errors: ["not_found"],
});

const webhookUpdate = defineOperation({
  ...webhooks,
  id: "webhook.update",
  method: "PATCH",
  path,
  scope: "webhook.write",
  summary: "Change a webhook, or switch it on or off",
  description:
    "Events that happen while it is off are not sent, and switching it off cancels pending deliveries. " +
    "Changing the URL or the filter, or switching it on, needs the read scopes in `event_scopes`.",
  params: webhookId,
  body: UpdateWebhook,
  output: Webhook,
  errors: ["not_found", "conflict"],
});

const webhookDelete = defineOperation({
  ...webhooks,
  id: "webhook.delete",
  method: "DELETE",
  path,
  scope: "webhook.write",
  summary: "Delete a webhook with its deliveries",
  params: webhookId,
  output: z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "WebhookDeletion" }),
  errors: ["not_found"],
});

const webhookRotate = defineOperation({
  ...webhooks,
  id: "webhook.rotate",
  method: "POST",
  path: `${path}/rotate`,
  scope: "webhook.write",
  summary: "Rotate the secret of a webhook",
  description:
    "The new secret is shown only in this answer. For 24 hours each request is signed with both, the old and the new one. " +
    "Another rotation in that time ends the older secret at once.",
  params: webhookId,
  output: z
    .strictObject({ webhook_id: z.string(), secret: z.string(), old_secret_until: Timestamp })
    .meta({ id: "RotatedWebhook" }),
  shownOnce: true,
  errors: ["not_found"],
});

export const webhookOperations = [
  webhookList,
  webhookCreate,
  webhookGet,
  webhookUpdate,
  webhookDelete,
  webhookRotate,
] as const;
