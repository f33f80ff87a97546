import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { SEEN_EVERY_MS } from "./create-terminal.ts";
import { auditTerminal, END_DETAIL } from "./end-terminal.ts";

const BATCH = 500;

const lost = statement(
  "terminal_lost",
  `SELECT terminal_id FROM terminal
    WHERE ended_at IS NULL AND claimed_at IS NOT NULL
      AND seen_at < now() - ${2 * SEEN_EVERY_MS} * interval '1 millisecond' LIMIT ${BATCH}`,
);

// Repeats the condition: the API may have come back meanwhile.
const end = statement(
  "terminal_end_lost",
  `WITH changed AS (
     UPDATE terminal t SET ended_at = now(), end_reason = 'connection_lost'
       FROM unnest($terminal_ids::text[], $audit_event_ids::text[]) AS gone (terminal_id, event_id)
      WHERE t.terminal_id = gone.terminal_id AND t.ended_at IS NULL
        AND t.seen_at < now() - ${2 * SEEN_EVERY_MS} * interval '1 millisecond'
     RETURNING t.*, gone.event_id
   ) ${auditTerminal("vm.terminal_ended", { event: "changed.event_id", detail: END_DETAIL })}`,
);

const purge = statement(
  "terminal_purge",
  `DELETE FROM terminal
    WHERE ended_at < now() - interval '7 days' OR ended_at IS NULL AND claimed_at IS NULL
      AND expires_at < now() - interval '1 hour'`,
);

/** Ends terminals whose API has died, and deletes those of the past and tickets that nobody used. */
export const endLostTerminals: Reconciler<WorkerServices> = {
  name: "end-lost-terminals",
  everyMs: 30_000,
  async run({ database: { sql } }) {
    const ids = (await sql.query(lost)).map(({ terminal_id }) => terminal_id);
    if (ids.length > 0) await sql.query(end, { terminal_ids: ids, audit_event_ids: ids.map(() => newId("aud")) });
    await sql.query(purge);
  },
};
