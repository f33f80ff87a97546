import { setTimeout as pause } from "node:timers/promises";
import { CHANGE_TOPICS, type Change, type ChangeTopic } from "@fulmar/contract";
import type { Logger } from "@fulmar/engine";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { Inbox, type PositionedNews } from "./inbox.ts";
import { formatPosition, isTrusted, readPosition } from "./stream-position.ts";

/** Whose changes somebody watches: a workspace's, and those of the organization that it belongs to. */
export interface Watched {
  readonly workspaceId: bigint;
  readonly organizationId: string;
}

const now = statement("change_now", "SELECT pg_current_snapshot()::text AS snapshot");

// A statement sees what was committed when it began, and says by which snapshot. What that snapshot sees and the last
// one did not is new: also a transaction that began long ago and has ended just now, and none twice.
const since = statement(
  "change_since",
  `SELECT DISTINCT s.snapshot, c.workspace_id, c.organization_id, c.topic, c.resource_id
     FROM (SELECT pg_current_snapshot()::text AS snapshot) s
     LEFT JOIN change c ON c.xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
                       AND (c.workspace_id = ANY ($2::bigint[]) OR c.organization_id = ANY ($3::text[]))`,
);

const POLL_MS = 250;
const RETRY_MS = 1_000;

/**
 * Tells watchers what has changed in their workspaces, as the database announces it (docs/adr/0020). One per process:
 * it asks the database four times a second for all of them together, and not at all while nobody watches.
 */
export class ChangeFeed {
  readonly #sql: Database["sql"];
  readonly #logger: Pick<Logger, "error">;
  readonly #watchers = new Map<Inbox, Watched>();
  /**
   * How far the watchers have been told; undefined while nobody watches. A promise, for the first one waits for the
   * beginning.
   */
  #told: Promise<{ readonly snapshot: string; readonly at: number }> | undefined;

  constructor({ sql }: Pick<Database, "sql">, logger: Pick<Logger, "error">) {
    this.#sql = sql;
    this.#logger = logger;
  }

  /**
   * Everything that changes from now on, or since an event that was seen before. The first news come at once: what was
   * missed, or a reset.
   * @param lastEventId the position of the last news that were seen
   * @param signal ends the stream
   */
  async *watch(
    watched: Watched,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<PositionedNews, void> {
    if (signal.aborted) return;
    const inbox = new Inbox();
    // At once, and not when the next news are asked for: whoever has gone may never ask, and the database would be
    // asked on their behalf.
    const close = () => {
      this.#watchers.delete(inbox);
      inbox.close();
    };
    signal.addEventListener("abort", close);
    try {
      this.#watchers.set(inbox, watched);
      const { snapshot } = await this.#begin();
      const seen = readPosition(lastEventId);
      yield seen === undefined
        ? { position: formatPosition(snapshot), reset: true, changes: [] }
        : await this.#missed(watched, seen);
      while (!signal.aborted) {
        const news = await inbox.next();
        if (news === undefined) return;
        yield news;
      }
    } finally {
      signal.removeEventListener("abort", close);
      this.#watchers.delete(inbox);
    }
  }

  async #missed({ workspaceId, organizationId }: Watched, seen: string): Promise<PositionedNews> {
    const rows = await this.#sql.query(since, [seen, [workspaceId], [organizationId]]);
    const inbox = new Inbox();
    inbox.put({ position: formatPosition(rows[0]?.snapshot ?? seen), reset: false, changes: rows.flatMap(toChange) });
    return (await inbox.next()) ?? { position: formatPosition(seen), reset: true, changes: [] };
  }

  /** Begins to ask the database where nobody did. */
  #begin(): Promise<{ readonly snapshot: string }> {
    if (this.#told !== undefined) return this.#told;
    const begun = this.#sql.query(now).then(([row]) => ({ snapshot: row?.snapshot ?? "", at: Date.now() }));
    this.#told = begun;
    void this.#run(begun);
    return begun;
  }

  async #run(begun: Promise<{ snapshot: string; at: number }>): Promise<void> {
    try {
      let told = await begun;
      while (this.#watchers.size > 0) {
        told = await this.#tell(told);
        this.#told = Promise.resolve(told);
      }
    } catch (error) {
      this.#logger.error({ err: error }, "the change stream could not begin");
    }
    this.#told = undefined;
  }

  /**
   * Waits a moment and tells what is new by then. A database that does not answer is asked again: nothing is lost by it
   * but time.
   */
  async #tell(told: { snapshot: string; at: number }): Promise<{ snapshot: string; at: number }> {
    await pause(POLL_MS);
    const watched = [...this.#watchers.values()];
    if (watched.length === 0) return told;
    try {
      const workspaces = [...new Set(watched.map(({ workspaceId }) => workspaceId))];
      const organizations = [...new Set(watched.map(({ organizationId }) => organizationId))];
      const rows = await this.#sql.query(since, [told.snapshot, workspaces, organizations]);
      const snapshot = rows[0]?.snapshot ?? told.snapshot;
      this.#dispatch(rows, formatPosition(snapshot), !isTrusted(told.at));
      return { snapshot, at: Date.now() };
    } catch (error) {
      this.#logger.error({ err: error }, "the change stream could not be read and is tried again");
      await pause(RETRY_MS);
      return told;
    }
  }

  #dispatch(rows: readonly RowOf<typeof since>[], position: string, reset: boolean): void {
    for (const [inbox, { workspaceId, organizationId }] of this.#watchers) {
      const own = rows.filter((row) => row.workspace_id === workspaceId || row.organization_id === organizationId);
      const changes = own.flatMap(toChange);
      if (reset || changes.length > 0) inbox.put({ position, reset, changes });
    }
  }
}

function toChange({ topic, resource_id }: RowOf<typeof since>): Change[] {
  return topic !== null && isTopic(topic) && resource_id !== null ? [{ topic, id: resource_id }] : [];
}

const TOPICS: ReadonlySet<string> = new Set(CHANGE_TOPICS);

/** Triggers announce these; what an older version of the console does not know yet, it does not show either. */
function isTopic(topic: string): topic is ChangeTopic {
  return TOPICS.has(topic);
}
