import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { SEEN_EVERY_MS } from "./create-terminal.ts";

/** A client waits this long for a worker. */
export const PATIENCE_MS = 10_000;

const take = statement(
  "terminal_take",
  `WITH taken AS (
     UPDATE terminal SET taken_at = now() WHERE terminal_id IN (
       SELECT q.terminal_id FROM terminal q
        WHERE q.ended_at IS NULL AND q.endpoint IS NOT NULL AND q.taken_at IS NULL AND q.claimed_at > now() - ${PATIENCE_MS} * interval '1 millisecond'
        ORDER BY q.claimed_at LIMIT $1::int FOR UPDATE SKIP LOCKED)
     RETURNING terminal_id, workspace_id, vm_id, endpoint, columns, rows
   )
   SELECT t.terminal_id, t.vm_id, t.endpoint, t.columns, t.rows, s.provider
     FROM taken t JOIN vm v ON v.workspace_id = t.workspace_id AND v.vm_id = t.vm_id JOIN site s ON s.site_id = v.site_id`,
);

const abandoned = statement(
  "terminal_abandoned",
  `SELECT id AS terminal_id FROM unnest($1::text[]) AS id
    WHERE NOT EXISTS (SELECT FROM terminal t WHERE t.terminal_id = id AND t.ended_at IS NULL AND t.seen_at > now() - ${2 * SEEN_EVERY_MS} * interval '1 millisecond')`,
);

export type TakenTerminal = RowOf<typeof take>;

/** The terminals that wait for a worker. */
export class TerminalQueue {
  readonly #sql: Sql;

  constructor({ sql }: { readonly sql: Sql }) {
    this.#sql = sql;
  }

  /** Takes terminals that wait. Each is taken by one worker. */
  take(most: number): Promise<TakenTerminal[]> {
    return this.#sql.query(take, [most]);
  }

  /** Those among a worker's terminals whose API no longer says that it has them. */
  async abandoned(terminalIds: readonly string[]): Promise<string[]> {
    const rows = await this.#sql.query(abandoned, [[...terminalIds]]);
    return rows.flatMap(({ terminal_id }) => terminal_id ?? []);
  }
}
