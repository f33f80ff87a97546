import type { DocumentKind } from "@fulmar/edge-protocol";
import { type Sql, statement } from "@fulmar/prisma";
import { AWAY, untilApplied } from "./until-applied.ts";

/** SQL: the edges that serve the CDN. */
const SERVE_CDN = "e.serves_cdn AND e.removed_at IS NULL AND 'distribution' = ANY (e.kinds)";
/** SQL: whether the CDN has edges. */
const CDN_HAS_EDGES = `EXISTS (SELECT FROM edge e WHERE ${SERVE_CDN})`;

/** SQL: the edges that serve documents of `$kind`, of the site `$site_id` or, if it is null, of the CDN. */
const SERVE = `CASE WHEN $site_id::text IS NULL THEN ${SERVE_CDN}
                   ELSE e.site_id = $site_id AND e.removed_at IS NULL AND $kind = ANY (e.kinds) END`;
const HAS_EDGES = `EXISTS (SELECT FROM edge e WHERE ${SERVE})`;

// An older revision changes nothing; without a revision, the document is always changed. Without edges, nothing is
// written.
const put = statement(
  "edge_document_put",
  `WITH put AS (
     INSERT INTO edge_document AS d (kind, id, revision, sequence, body_sealed, made_with, site_id)
     SELECT $kind, $id, coalesce($revision::int, 1), 0, $body_sealed::bytea, $made_with, $site_id WHERE ${HAS_EDGES}
         ON CONFLICT (kind, id) DO UPDATE
        SET revision = coalesce($revision::int, d.revision + 1), body_sealed = excluded.body_sealed,
            made_with = excluded.made_with
      WHERE $revision::int IS NULL OR d.revision < $revision::int OR d.body_sealed IS NULL
         OR (d.revision = $revision::int AND d.made_with <> excluded.made_with)
     RETURNING revision, sequence
   )
   SELECT revision, sequence FROM put UNION ALL
   SELECT revision, sequence FROM edge_document
    WHERE kind = $kind AND id = $id AND ${HAS_EDGES} AND NOT EXISTS (SELECT FROM put)`,
);

const progress = statement(
  "edge_document_progress",
  `SELECT e.name, e.applied_sequence >= $sequence::bigint AS applied, f.message
     FROM edge e LEFT JOIN edge_failure f
       ON f.edge_id = e.edge_id AND f.kind = $kind AND f.id = $id AND f.revision = $revision::int
    WHERE ${SERVE} AND e.seen_at > now() - ${AWAY} ORDER BY e.name`,
);

const remove = statement(
  "edge_document_remove",
  "UPDATE edge_document SET body_sealed = NULL WHERE kind = $kind AND id = $id AND body_sealed IS NOT NULL",
);

const has = statement(
  "edge_document_has",
  "SELECT EXISTS (SELECT FROM edge_document WHERE kind = $kind AND id = $id AND body_sealed IS NOT NULL) AS present",
);

const hasEdges = statement("edge_cdn_served", `SELECT ${CDN_HAS_EDGES} AS served`);

/** A document for all edges of the CDN, or of a site. */
interface NewDocument {
  readonly kind: DocumentKind;
  /** Unique among the documents of all kinds. */
  readonly id: string;
  /** Increases with each change. Undefined: every call is a change. */
  readonly revision?: number;
  readonly body: object;
  /** A digest of the settings that the body was made with. Others make it anew. */
  readonly madeWith?: string;
  /** Undefined: the document is for the CDN. */
  readonly siteId?: string;
}

/** The documents that all edges of the CDN (docs/adr/0045) or of a site serve. */
export class EdgeDocuments {
  readonly #sql: Sql;
  readonly #seal: (text: string, boundTo: string) => Buffer;

  /** @param seal seals a document, so that the database alone does not reveal the keys in it */
  constructor(sql: Sql, seal: (text: string, boundTo: string) => Buffer) {
    this.#sql = sql;
    this.#seal = seal;
  }

  /**
   * Writes a document and waits until every connected edge serves it.
   * @returns whether there are edges that serve the kind. Without them, nothing is written
   * @throws ProviderError when an edge refuses it, none is connected, or it takes too long; all retryable
   */
  async put({ kind, id, revision, body, madeWith = "", siteId }: NewDocument, signal: AbortSignal): Promise<boolean> {
    const document = { kind, id, site_id: siteId ?? null };
    const written = await this.#sql.maybe(put, {
      ...document,
      revision: revision ?? null,
      body_sealed: this.#seal(JSON.stringify(body), id),
      made_with: madeWith,
    });
    if (written === undefined) return false;
    await untilApplied(() => this.#sql.query(progress, { ...document, ...written }), signal);
    return true;
  }

  /** Without edges, the CDN is simulated. */
  async cdnHasEdges(): Promise<boolean> {
    const state = await this.#sql.maybe(hasEdges);
    return state?.served === true;
  }

  async has(kind: DocumentKind, id: string): Promise<boolean> {
    const row = await this.#sql.maybe(has, { kind, id });
    return row?.present === true;
  }

  /** Removes a document, which may be gone already. Does not wait for the edges. */
  async remove(kind: DocumentKind, id: string): Promise<void> {
    await this.#sql.query(remove, { kind, id });
  }
}
