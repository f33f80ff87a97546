import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { fairShare, roomBeside, roomValues, type Slots } from "../work/fair-share.ts";
import { SEEN_EVERY_MS } from "./create-terminal.ts";

/** A client waits this long for a worker. */
export const PATIENCE_MS = 10_000;

/** The terminals of a worker, and how many of them may be one organization's. Other workers take the rest. */
const SLOTS: Slots = { all: 200, ofOrganization: 50, slow: 0, slowOfOrganization: 0 };

const take = statement(
  "terminal_take",
  `WITH due AS (
     SELECT q.terminal_id, q.organization_id, q.claimed_at, false AS slow FROM terminal q
      WHERE q.ended_at IS NULL AND q.endpoint IS NOT NULL AND q.taken_at IS NULL
        AND q.claimed_at > now() - ${PATIENCE_MS} * interval '1 millisecond'
   ), shared AS (
     ${fairShare("due", "due.claimed_at")}
   ), taken AS (
     UPDATE terminal SET taken_at = now() WHERE terminal_id IN (
       SELECT q.terminal_id FROM terminal q JOIN shared ON shared.terminal_id = q.terminal_id WHERE q.taken_at IS NULL
        FOR UPDATE OF q SKIP LOCKED)
     RETURNING terminal_id, organization_id, workspace_id, vm_id, endpoint, columns, rows, screen
   )
   SELECT t.terminal_id, t.organization_id, t.vm_id, t.endpoint, t.columns, t.rows, t.screen, s.provider, false AS slow
     FROM taken t JOIN vm v ON v.workspace_id = t.workspace_id AND v.vm_id = t.vm_id
     JOIN site s ON s.site_id = v.site_id`,
);

const abandoned = statement(
  "terminal_abandoned",
  `SELECT id AS terminal_id FROM unnest($terminal_ids::text[]) AS id
    WHERE NOT EXISTS (SELECT FROM terminal t
                       WHERE t.terminal_id = id AND t.ended_at IS NULL
                         AND t.seen_at > now() - ${2 * SEEN_EVERY_MS} * interval '1 millisecond')`,
);

export type TakenTerminal = RowOf<typeof take>;

/** Takes terminals that wait, as far as there is room beside a worker's own. Each is taken by one worker. */
export async function takeTerminals(sql: Sql, own: Iterable<TakenTerminal>): Promise<TakenTerminal[]> {
  const room = roomBeside(own, SLOTS);
  return room.most > 0 ? sql.query(take, roomValues(room)) : [];
}

/** Those among a worker's terminals whose API no longer says that it has them. */
export async function abandonedTerminals(sql: Sql, terminal_ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query(abandoned, { terminal_ids });
  return rows.flatMap(({ terminal_id }) => terminal_id ?? []);
}
