import type { WebhookDisabledReason } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { tellOfWebhook } from "../mail/index.ts";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";

// Lanes before deliveries, as the end of an attempt locks them.
const cancel = statement(
  "webhook_cancel_pending",
  `WITH lanes AS (
     SELECT 1 FROM webhook_lane WHERE workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id AND pending > 0
      ORDER BY lane FOR UPDATE
   ), cancelled AS (
     UPDATE webhook_delivery SET status = 'cancelled', finished_at = now(), next_attempt_at = NULL
      WHERE workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id AND status = 'pending'
        AND (SELECT count(*) FROM lanes) >= 0
   )
   UPDATE webhook_lane SET pending = 0, claim = claim + 1, due_at = now()
    WHERE workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id AND pending > 0
      AND (SELECT count(*) FROM lanes) >= 0`,
);

/**
 * Ends the pending deliveries of a webhook that the transaction has switched off. It is a statement of its own, so that
 * it sees what was added until then.
 */
export async function cancelPending(sql: Sql, workspaceId: bigint, webhookId: string): Promise<void> {
  await sql.query(cancel, { workspace_id: workspaceId, webhook_id: webhookId });
}

// Not if the URL was changed meanwhile: then another receiver has failed.
const switchOff = statement(
  "webhook_switch_off",
  `WITH moved AS (
     UPDATE webhook SET enabled = false, disabled_reason = $disabled_reason, disabled_at = now(), updated_at = now()
      WHERE workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id AND enabled AND url = $url
     RETURNING workspace_id, webhook_id, name, disabled_reason
   ), told AS (${tellOfWebhook("moved")})
   ${auditMove("moved", {
     actor: "deliver-webhooks",
     action: "'webhook.switched_off'",
     resource: "webhook_id",
   })}
   RETURNING audit_event_id`,
);

/** A receiver is gone or has failed for too long. The organization's administrators get a mail. */
export async function switchOffWebhook(
  sql: Sql,
  webhook: { readonly workspace_id: bigint; readonly webhook_id: string; readonly url: string },
  reason: WebhookDisabledReason,
): Promise<void> {
  const { workspace_id, webhook_id, url } = webhook;
  const switched = await sql.maybe(switchOff, {
    ...{ workspace_id, webhook_id, url, disabled_reason: reason },
    audit_event_id: newId("aud"),
  });
  if (switched !== undefined) await cancelPending(sql, workspace_id, webhook_id);
}
