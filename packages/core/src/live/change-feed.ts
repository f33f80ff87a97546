import { setTimeout as pause } from "node:timers/promises";
import { CHANGE_TOPICS, type Change, type ChangeTopic } from "@fulmar/contract";
import type { Logger } from "@fulmar/engine";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { Inbox, type PositionedNews } from "./inbox.ts";
import { formatPosition, isTrusted, readPosition } from "./stream-position.ts";

/** The workspace and the organization whose changes a watcher receives. */
export interface Watched {
  readonly workspaceId: bigint;
  readonly organizationId: string;
}

const now = statement("change_now", "SELECT pg_current_snapshot()::text AS snapshot");

// A statement sees what was committed when it began, and returns its snapshot. Changes that are visible in this
// snapshot but not in the last one are new. This includes long transactions that have just ended, and reports each
// change once.
const since = statement(
  "change_since",
  `SELECT DISTINCT s.snapshot, c.workspace_id, c.organization_id, c.topic, c.resource_id
     FROM (SELECT pg_current_snapshot()::text AS snapshot) s
     LEFT JOIN change c ON c.xid >= pg_snapshot_xmin($seen::pg_snapshot)
      AND NOT pg_visible_in_snapshot(c.xid, $seen::pg_snapshot)
                       AND (c.workspace_id = ANY ($workspace_ids::bigint[])
                            OR c.organization_id = ANY ($organization_ids::text[]))`,
);

const POLL_MS = 250;
const RETRY_MS = 1_000;

/**
 * Sends watchers the changes of their workspaces, as the database announces them (docs/adr/0020). Each process has one
 * feed. It queries the database four times a second for all watchers together, and not at all without watchers.
 */
export class ChangeFeed {
  readonly #sql: Database["sql"];
  readonly #logger: Pick<Logger, "error">;
  readonly #watchers = new Map<Inbox, Watched>();
  /**
   * The snapshot up to which watchers have received changes; undefined without watchers. It is a promise because the
   * first watcher waits for the first snapshot.
   */
  #read: Promise<{ readonly snapshot: string; readonly at: number }> | undefined;

  constructor({ sql }: Pick<Database, "sql">, logger: Pick<Logger, "error">) {
    this.#sql = sql;
    this.#logger = logger;
  }

  /**
   * Yields all changes from now on, or since an earlier event. The first item comes at once: the missed changes, or a
   * reset.
   * @param lastEventId the position of the last item that the client received
   * @param signal ends the stream
   */
  async *watch(
    watched: Watched,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<PositionedNews, void> {
    if (signal.aborted) return;
    const inbox = new Inbox();
    // Closes at once rather than at the next read: a client that has left may never read again, and the feed would go
    // on querying for it.
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
    const rows = await this.#sql.query(since, {
      seen,
      workspace_ids: [workspaceId],
      organization_ids: [organizationId],
    });
    const inbox = new Inbox();
    inbox.put({ position: formatPosition(rows[0]?.snapshot ?? seen), reset: false, changes: rows.flatMap(toChange) });
    return (await inbox.next()) ?? { position: formatPosition(seen), reset: true, changes: [] };
  }

  /** Starts querying the database unless it runs already. */
  #begin(): Promise<{ readonly snapshot: string }> {
    if (this.#read !== undefined) return this.#read;
    const begun = this.#sql.query(now).then(([row]) => ({ snapshot: row?.snapshot ?? "", at: Date.now() }));
    this.#read = begun;
    void this.#run(begun);
    return begun;
  }

  async #run(begun: Promise<{ snapshot: string; at: number }>): Promise<void> {
    try {
      let position = await begun;
      while (this.#watchers.size > 0) {
        position = await this.#dispatchSince(position);
        this.#read = Promise.resolve(position);
      }
    } catch (error) {
      this.#logger.error({ err: error }, "the change stream could not be started");
    }
    this.#read = undefined;
  }

  /**
   * Waits for the poll interval and sends new changes. If the query fails, it is retried from the same snapshot, so no
   * change is lost.
   */
  async #dispatchSince(position: { snapshot: string; at: number }): Promise<{ snapshot: string; at: number }> {
    await pause(POLL_MS);
    const watched = [...this.#watchers.values()];
    if (watched.length === 0) return position;
    try {
      const workspaces = [...new Set(watched.map(({ workspaceId }) => workspaceId))];
      const organizations = [...new Set(watched.map(({ organizationId }) => organizationId))];
      const rows = await this.#sql.query(since, {
        seen: position.snapshot,
        workspace_ids: workspaces,
        organization_ids: organizations,
      });
      const snapshot = rows[0]?.snapshot ?? position.snapshot;
      this.#dispatch(rows, formatPosition(snapshot), !isTrusted(position.at));
      return { snapshot, at: Date.now() };
    } catch (error) {
      this.#logger.error({ err: error }, "the change stream could not be read and is retried");
      await pause(RETRY_MS);
      return position;
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

/** Triggers write the topics. Topics that this version does not know are ignored. */
function isTopic(topic: string): topic is ChangeTopic {
  return TOPICS.has(topic);
}
