import type { Configuration } from "@fulmar/config";
import { DocumentKind, type StreamLine } from "@fulmar/edge-protocol";
import { type Logger, listen } from "@fulmar/engine";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { EDGE_DOCUMENTS, Sealer } from "../request/sealing/sealed-value.ts";
import { DATABASE_ID } from "../work/site-gate.ts";

/** The channel that announces changed documents. The payload is the site's id; empty for documents of the CDN. */
const CHANNEL = "fulmar_edge";
const BATCH = 500;
/** How often a stream looks for changes whose notification was missed, and whether the edge is still known. */
const LOOK_MS = 2_000;

// A restored database has another id or timeline, so cursors of before mean nothing in it.
const state = statement(
  "edge_stream_state",
  `SELECT ${DATABASE_ID} || '/' || (SELECT timeline_id FROM pg_control_checkpoint()) AS database,
          n.sequence AS forgotten,
          EXISTS (SELECT FROM site s JOIN site_fence f ON f.provider = s.provider
                   WHERE s.site_id = e.site_id AND f.fenced_at IS NOT NULL) AS fenced
     FROM edge e CROSS JOIN edge_forgotten n
    WHERE e.edge_id = $edge_id AND e.credential_hash = $credential_hash::bytea AND e.removed_at IS NULL`,
  { present: ["database"] }, // Every server has an identifier and a timeline, and this database an oid.
);

const changes = statement(
  "edge_document_changes",
  `(SELECT kind, id, revision, sequence, body_sealed FROM edge_document
     WHERE site_id = $site_id AND sequence > $sequence::bigint ORDER BY sequence LIMIT ${BATCH})
    UNION ALL
   (SELECT kind, id, revision, sequence, body_sealed FROM edge_document
     WHERE $serves_cdn::boolean AND site_id IS NULL AND sequence > $sequence::bigint ORDER BY sequence LIMIT ${BATCH})
    ORDER BY sequence LIMIT ${BATCH}`,
);

/** An agent that has shown its credential. */
export interface KnownEdge {
  readonly edgeId: string;
  readonly siteId: string;
  /** Whether it gets the documents of the CDN, too. */
  readonly servesCdn: boolean;
  readonly credentialHash: Buffer;
}

/** Streams documents to the edges that are connected to this process. All streams share one connection for waking. */
export class DocumentStream {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #sealer: Sealer;
  readonly #wakes = new Map<() => void, string>();
  #listening: { readonly ended: Promise<void>; readonly stop: AbortController } | undefined;

  constructor({
    database,
    configuration,
    logger,
  }: {
    readonly database: Database;
    readonly configuration: Pick<Configuration, "secrets">;
    readonly logger: Logger;
  }) {
    this.#database = database;
    this.#logger = logger;
    this.#sealer = new Sealer(configuration.secrets, EDGE_DOCUMENTS);
  }

  /** Ends when the signal is aborted, or when the edge's credential has ended. */
  async *follow(edge: KnownEdge, after: string | undefined, signal: AbortSignal): AsyncGenerator<StreamLine, void> {
    let woken = Promise.withResolvers<void>();
    const wake = () => woken.resolve();
    this.#wakes.set(wake, edge.siteId);
    this.#listen();
    signal.addEventListener("abort", wake);
    try {
      let cursor = after;
      while (!signal.aborted) {
        woken = Promise.withResolvers<void>();
        const now = await this.#database.sql.maybe(state, {
          edge_id: edge.edgeId,
          credential_hash: edge.credentialHash,
        });
        if (now === undefined) return;
        // A fenced site changes nothing: its edges go on serving what they have (docs/adr/0028).
        if (!now.fenced) cursor = yield* this.#changes(edge, cursor, now);
        yield { type: "ping" };
        const timer = setTimeout(wake, LOOK_MS);
        await woken.promise;
        clearTimeout(timer);
      }
    } finally {
      signal.removeEventListener("abort", wake);
      this.#wakes.delete(wake);
    }
  }

  async close(): Promise<void> {
    this.#listening?.stop.abort();
    for (const wake of this.#wakes.keys()) wake();
    await this.#listening?.ended;
  }

  /** Yields the changes after a cursor, with `ready` at their end if there are any. @returns the new cursor */
  async *#changes(
    { siteId, servesCdn }: KnownEdge,
    cursor: string | undefined,
    { database, forgotten }: RowOf<typeof state>,
  ): AsyncGenerator<StreamLine, string> {
    const [known, text = "0"] = cursor?.split(":") ?? [];
    const isKnown = known === database && /^\d{1,18}$/.test(text) && BigInt(text) >= forgotten;
    let sequence = isKnown ? BigInt(text) : 0n;
    if (!isKnown) yield { type: "reset" };
    let sent = !isKnown;
    for (let rows = BATCH; rows === BATCH; ) {
      const batch = await this.#database.sql.query(changes, { site_id: siteId, sequence, serves_cdn: servesCdn });
      for (const row of batch) if (isKnown || row.body_sealed !== null) yield this.#line(row);
      sequence = batch.at(-1)?.sequence ?? sequence;
      sent ||= batch.length > 0;
      rows = batch.length;
    }
    const next = `${database}:${sequence}`;
    if (sent) yield { type: "ready", sequence: Number(sequence), cursor: next };
    return next;
  }

  #line({ kind, id, revision, sequence, body_sealed }: RowOf<typeof changes>): StreamLine {
    const body: unknown = body_sealed === null ? null : JSON.parse(this.#sealer.open(body_sealed, id));
    return { type: "document", kind: DocumentKind.parse(kind), id, revision, sequence: Number(sequence), body };
  }

  /** Listens from the first stream on, until the process ends. */
  #listen(): void {
    if (this.#listening !== undefined) return;
    const stop = new AbortController();
    const heard = (siteId: string) => {
      for (const [wake, follows] of this.#wakes) if (siteId === "" || siteId === follows) wake();
    };
    this.#listening = { stop, ended: listen(this.#database, CHANNEL, heard, this.#logger, stop.signal) };
  }
}
