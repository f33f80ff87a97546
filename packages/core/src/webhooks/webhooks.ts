import { isIP } from "node:net";
import { ALL_SCOPES, type Scope, Webhook } from "@fulmar/contract";
import { isPublicAddress } from "@fulmar/edge-protocol";
import { lookup, statement } from "@fulmar/prisma";
import { knownEventType } from "../events/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { Caller } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { DomainError, found, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { newWebhookSecret, sealerOfWebhooks } from "./secret.ts";
import { cancelPending } from "./switch-off.ts";

const COLUMNS = `webhook_id, name, description, url, event_types, event_scopes, enabled, disabled_reason, disabled_at,
  CASE WHEN old_secret_until > now() THEN old_secret_until END AS old_secret_until, created_at, updated_at`;
const MINE = "workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id";

const list = statement(
  "webhook_list",
  `SELECT ${COLUMNS} FROM webhook
    WHERE workspace_id = $workspace_id::bigint AND webhook_id < $after
      AND ($name::text IS NULL OR name = $name) AND ${contains("name", "$search")}
    ORDER BY webhook_id DESC LIMIT $limit::int`,
);

const get = lookup("webhook_get", `SELECT ${COLUMNS} FROM webhook WHERE ${MINE}`);

const insert = statement(
  "webhook_insert",
  `INSERT INTO webhook (webhook_id, workspace_id, name, description, url, event_types, event_scopes, enabled,
                        disabled_at, sealed_secret)
   VALUES ($webhook_id, $workspace_id::bigint, $name, $description, $url, $event_types, $event_scopes, $enabled,
           CASE WHEN NOT $enabled::boolean THEN now() END, $sealed_secret) RETURNING ${COLUMNS}`,
);

// Switched on, it begins with the events from now on. `decides`: the caller decides anew which events it sends.
const update = statement(
  "webhook_update",
  `UPDATE webhook SET name = coalesce($name, name), description = coalesce($description, description),
          url = coalesce($url, url),
          event_types = coalesce($event_types::text[], event_types), enabled = coalesce($enabled::boolean, enabled),
          event_scopes = CASE WHEN $decides::boolean THEN $event_scopes::text[] ELSE event_scopes END,
          cursor_at = CASE WHEN $enabled AND NOT enabled THEN clock_timestamp() ELSE cursor_at END,
          cursor_event_id = CASE WHEN $enabled AND NOT enabled THEN '' ELSE cursor_event_id END,
          disabled_reason = CASE WHEN $enabled THEN NULL ELSE disabled_reason END,
          disabled_at = CASE WHEN $enabled THEN NULL WHEN NOT $enabled AND enabled THEN now() ELSE disabled_at END,
          paused_until = CASE WHEN $decides THEN NULL ELSE paused_until END, updated_at = now()
    WHERE ${MINE} AND (NOT $decides OR event_scopes <@ $event_scopes::text[]) RETURNING ${COLUMNS}`,
);

const lock = statement("webhook_lock", `UPDATE webhook SET enabled = false WHERE ${MINE} RETURNING webhook_id`);
const remove = statement("webhook_delete", `DELETE FROM webhook WHERE ${MINE}`);

const rotate = statement(
  "webhook_rotate",
  `UPDATE webhook SET old_sealed_secret = sealed_secret, old_secret_until = now() + interval '24 hours',
          sealed_secret = $sealed_secret, updated_at = now()
    WHERE ${MINE} RETURNING old_secret_until`,
  // It is set here.
  { present: ["old_secret_until"] },
);

const toWebhook = wireForm(Webhook);

export const listWebhooks: Handler<"webhook.list"> = async ({ sql, workspace }, { limit, cursor, name, search }) => {
  const after = olderThan(cursor, "whk");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, name, search, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.webhook_id, toWebhook);
};

/** The database refuses a name that is taken, and one webhook too many. */
export const createWebhook: Handler<"webhook.create"> = async (context, given) => {
  const { sql, workspace, caller, configuration } = context;
  requireReceiver(given.url, configuration.webhookPrivateTargets);
  requireKnown(given.event_types);
  const webhook_id = newId("whk");
  const secret = newWebhookSecret();
  const sealed_secret = sealerOfWebhooks(configuration.secrets).seal(secret, webhook_id);
  const place = { workspace_id: workspace.id, webhook_id };
  const row = await sql.one(insert, { ...place, ...given, event_scopes: readScopesOf(caller), sealed_secret });
  return { ...toWebhook(row), secret };
};

export const getWebhook: Handler<"webhook.get"> = async ({ sql, workspace }, { webhook_id }) => {
  return toWebhook(found(await sql.maybe(get, { workspace_id: workspace.id, webhook_id }), "webhook"));
};

/**
 * The database refuses a name that is taken. Whoever decides what is sent where needs every scope that the webhook has:
 * a token must not send itself events that it may not list.
 */
export const updateWebhook: Handler<"webhook.update"> = async (context, { webhook_id, ...changes }) => {
  const { sql, workspace, caller, configuration } = context;
  const { name, description, url, event_types, enabled } = changes;
  if (url !== undefined) requireReceiver(url, configuration.webhookPrivateTargets);
  if (event_types !== undefined) requireKnown(event_types);
  const decides = url !== undefined || event_types !== undefined || enabled === true;
  const place = { workspace_id: workspace.id, webhook_id };
  const change = { name, description, url, event_types, enabled, event_scopes: readScopesOf(caller), decides };
  const row = await sql.maybe(update, { ...place, ...change });
  if (row === undefined) {
    const { event_scopes } = found(await sql.maybe(get, place), "webhook");
    throw scopesMissing(event_scopes.filter((scope) => !readScopesOf(caller).some((own) => own === scope)));
  }
  if (enabled === false) await cancelPending(sql, workspace.id, webhook_id);
  return toWebhook(row);
};

/** Deliveries that are under way lose their claim first, so that the deletion waits for none of them. */
export const deleteWebhook: Handler<"webhook.delete"> = async ({ sql, workspace }, { webhook_id }) => {
  const place = { workspace_id: workspace.id, webhook_id };
  found(await sql.maybe(lock, place), "webhook");
  await cancelPending(sql, workspace.id, webhook_id);
  await sql.query(remove, place);
  return { status: "deleted", id: webhook_id };
};

export const rotateWebhook: Handler<"webhook.rotate"> = async ({ sql, workspace, configuration }, { webhook_id }) => {
  const secret = newWebhookSecret();
  const sealed_secret = sealerOfWebhooks(configuration.secrets).seal(secret, webhook_id);
  const row = await sql.maybe(rotate, { workspace_id: workspace.id, webhook_id, sealed_secret });
  return { webhook_id, secret, old_secret_until: toTimestamp(found(row, "webhook").old_secret_until) };
};

function readScopesOf({ scopes }: Caller): Scope[] {
  return ALL_SCOPES.filter((scope) => scopes.has(scope) && scope.endsWith(".read"));
}

/** @throws DomainError 400. Names are resolved and checked on each connection (receiver.ts) */
function requireReceiver(url: string, privateTargets: boolean): void {
  if (privateTargets) return;
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:") throw invalidField("url", "must begin with https://");
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw invalidField("url", "must have a public address");
}

/** @throws DomainError 400 */
function requireKnown(patterns: readonly string[]): void {
  const unknown = patterns.find((pattern) => !knownEventType(pattern));
  if (unknown !== undefined) throw invalidField("event_types", `has ${unknown}, which matches no type of event`);
}

function scopesMissing(scopes: readonly string[]): DomainError {
  const detail = `The webhook sends events that you may not list; use a token that also has ${scopes.join(", ")}.`;
  return new DomainError("forbidden", detail, { code: "scope_missing" });
}
