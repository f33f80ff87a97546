import { createHash, randomBytes } from "node:crypto";
import { type Blocker, DEFAULT_LINE_GBITS, Name } from "@fulmar/contract";
import { type Database, type RowOf, type Sql, statement, violatedConstraint } from "@fulmar/prisma";
import { z } from "zod";
import type { ShownSecret } from "../request/answers/kept-answers.ts";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { LineGbits } from "./line-rate.ts";

const TOKEN_HOURS = 24;

const insert = statement(
  "edge_insert",
  `WITH place AS (SELECT site_id FROM site WHERE site_id = $site_id AND removed_at IS NULL), added AS (
     INSERT INTO edge (edge_id, name, site_id, enrollment_hash, serves_cdn, line_gbits, enrollment_expires_at)
     SELECT $edge_id, $name, site_id, $enrollment_hash::bytea, $serves_cdn::boolean, $line_gbits::int,
            now() + ${TOKEN_HOURS} * interval '1 hour' FROM place RETURNING site_id
   ), can AS (
     UPDATE site s SET unsupported = array_remove(s.unsupported, 'load_balancer') FROM added
      WHERE s.site_id = added.site_id
   ), applied_by_it AS (
     UPDATE load_balancer b SET apply_at = coalesce(b.apply_at, now()) FROM added WHERE b.site_id = added.site_id
   )
   SELECT site_id FROM added`,
);

const renew = statement(
  "edge_token_renew",
  `UPDATE edge
      SET enrollment_hash = $enrollment_hash::bytea, enrollment_expires_at = now() + ${TOKEN_HOURS} * interval '1 hour'
    WHERE edge_id = $edge_id AND removed_at IS NULL RETURNING edge_id`,
);

const tokenInForce = statement(
  "edge_token_in_force",
  `SELECT edge_id FROM edge
    WHERE enrollment_hash = $hash AND enrollment_expires_at > now() AND removed_at IS NULL`,
);

const setLine = statement(
  "edge_line_set",
  "UPDATE edge SET line_gbits = $line_gbits::int WHERE edge_id = $edge_id AND removed_at IS NULL RETURNING edge_id",
);

// Wakes the edge's stream, which then ends. Without edges, the site's provider serves its balancers.
const remove = statement(
  "edge_remove",
  `WITH removed AS (
     UPDATE edge SET removed_at = now(), credential_hash = NULL, enrollment_hash = NULL
      WHERE edge_id = $edge_id AND removed_at IS NULL
     RETURNING edge_id, site_id
   ), applied_by_the_provider AS (
     UPDATE load_balancer b SET apply_at = coalesce(b.apply_at, now()) FROM removed
      WHERE b.site_id = removed.site_id
        AND NOT EXISTS (SELECT FROM edge e
                         WHERE e.site_id = removed.site_id AND e.removed_at IS NULL AND e.edge_id <> removed.edge_id)
   )
   SELECT edge_id, pg_notify('fulmar_edge', site_id)::text FROM removed`,
);

/** SQL: the agent of an edge reports. */
const CONNECTED = "coalesce(e.seen_at > now() - interval '15 seconds', false)";

/** The most resources that a refusal names. */
const NAMED = 100;

// An edge whose agent has never come serves nothing.
const servedAlone = statement(
  "edge_serves_alone",
  `WITH one AS (SELECT edge_id, site_id, serves_cdn FROM edge
                 WHERE edge_id = $edge_id AND removed_at IS NULL AND enrolled_at IS NOT NULL),
        others AS (SELECT e.site_id, e.serves_cdn FROM edge e, one
                    WHERE e.removed_at IS NULL AND e.edge_id <> one.edge_id AND ${CONNECTED})
   (SELECT 'load_balancer' AS type, b.load_balancer_id AS id, b.name FROM one JOIN load_balancer b USING (site_id)
     WHERE NOT EXISTS (SELECT FROM others WHERE others.site_id = one.site_id)
     ORDER BY b.load_balancer_id LIMIT ${NAMED})
   UNION ALL
   (SELECT 'cdn_distribution', d.distribution_id, d.name FROM one JOIN cdn_distribution d ON one.serves_cdn
     WHERE NOT EXISTS (SELECT FROM others WHERE others.serves_cdn)
     ORDER BY d.distribution_id LIMIT ${NAMED})`,
);

const list = statement(
  "edge_list",
  `SELECT e.edge_id, e.name, e.site_id, e.serves_cdn, e.hostname, e.servers, e.enrolled_at, e.seen_at,
          e.line_gbits, e.refused_reports::int,
          CASE WHEN e.enrollment_hash IS NOT NULL AND e.enrollment_expires_at > now()
               THEN e.enrollment_expires_at END AS token_expires_at,
          coalesce(e.refused_at > now() - interval '1 day', false) AS lately_refused,
          ${CONNECTED} AS connected,
          (SELECT count(*)::int FROM edge_document d
            WHERE (d.site_id = e.site_id OR d.site_id IS NULL AND e.serves_cdn)
              AND d.sequence > e.applied_sequence) AS behind,
          (SELECT count(*)::int FROM edge_failure f WHERE f.edge_id = e.edge_id) AS failures,
          (SELECT count(*)::int FROM edge_certificate c WHERE c.edge_id = e.edge_id) AS certificates,
          (SELECT count(*)::int FROM edge_certificate c
            WHERE c.edge_id = e.edge_id AND c.expires_at < now() + interval '14 days') AS certificates_ending
     FROM edge e WHERE e.removed_at IS NULL AND ($edge_id::text IS NULL OR e.edge_id = $edge_id) ORDER BY e.name`,
);

/**
 * An edge in the operator's list. `behind`: documents that it has not applied. `failures`: those that it cannot.
 * `certificates`: those that it serves. `certificates_ending`: those of them that end within 14 days, or have ended.
 * `refused_reports`: those that told of more than its line carries.
 */
export type ListedEdge = RowOf<typeof list>;

/** The one-time token of an edge. It is shown once. */
interface EdgeToken {
  readonly edgeId: string;
  /** Exchanged by the agent for a credential, once, within 24 hours. */
  readonly token: string;
  readonly validHours: number;
}

const NewEdge = z.strictObject({
  name: Name,
  site_id: z.string().min(1).max(64),
  serves_cdn: z.boolean(),
  line_rate: LineGbits.default(DEFAULT_LINE_GBITS),
});

/**
 * Adds an edge to a site. The site's load balancers are served by its edges from now on. An edge that serves the CDN
 * also gets every distribution.
 * @throws DomainError 400 that names the field, also without such a site, 409 when an edge has that name
 */
export async function addEdge({ sql }: Pick<Database, "sql">, request: z.input<typeof NewEdge>): Promise<EdgeToken> {
  const { name, site_id: siteId, serves_cdn: servesCdn, line_rate: lineGbits } = parseBy(NewEdge, request);
  const edgeId = newId("edge");
  const { token, hash } = newToken("fet_");
  try {
    const rows = await sql.query(insert, {
      edge_id: edgeId,
      name,
      site_id: siteId,
      enrollment_hash: hash,
      serves_cdn: servesCdn,
      line_gbits: lineGbits,
    });
    if (rows.length === 0) throw invalidField("site_id", "must be the id of a site that is there");
  } catch (error) {
    if (violatedConstraint(error) !== "edge_name_unique") throw error;
    throw conflict("name_taken", "Another edge has this name; choose another one.");
  }
  return { edgeId, token, validHours: TOKEN_HOURS };
}

/**
 * Makes a new token for an edge, for an agent that has lost its credential or moves to another host. The present
 * credential works until the token is used.
 * @throws DomainError 404
 */
export async function renewEdgeToken({ sql }: Pick<Database, "sql">, edgeId: string): Promise<EdgeToken> {
  const { token, hash } = newToken("fet_");
  if ((await sql.maybe(renew, { edge_id: edgeId, enrollment_hash: hash })) === undefined) throw noSuchEdge();
  return { edgeId, token, validHours: TOKEN_HOURS };
}

/** Whether the token of a stored answer can still be used. */
export async function isEdgeTokenInForce(sql: Sql, { token }: Pick<ShownSecret, "token">): Promise<boolean> {
  return (await sql.maybe(tokenInForce, { hash: hashOf(token) })) !== undefined;
}

/**
 * Says what an edge's line carries, in Gbit/s. From then on, reports of more are refused.
 * @throws DomainError 404
 */
export async function setEdgeLineRate(
  { sql }: Pick<Database, "sql">,
  { edgeId, lineGbits }: { readonly edgeId: string; readonly lineGbits: number },
): Promise<void> {
  if ((await sql.maybe(setLine, { edge_id: edgeId, line_gbits: lineGbits })) === undefined) throw noSuchEdge();
}

/**
 * Removes an edge. Its credential ends at once. Its servers go on serving until the operator stops them.
 * @throws DomainError 404
 */
export async function removeEdge({ sql }: Pick<Database, "sql">, edgeId: string): Promise<void> {
  if ((await sql.maybe(remove, { edge_id: edgeId })) === undefined) throw noSuchEdge();
}

/** The load balancers and distributions that no other connected edge serves, 100 of each at most. */
export async function servedByEdgeAlone({ sql }: Pick<Database, "sql">, edgeId: string): Promise<Blocker[]> {
  const rows = await sql.query(servedAlone, { edge_id: edgeId });
  return rows.map(({ type, id, name }) => ({ type: type ?? "", id: id ?? "", name: name ?? "" }));
}

export function listEdges({ sql }: Pick<Database, "sql">): Promise<ListedEdge[]> {
  return sql.query(list, { edge_id: null });
}

/** @throws DomainError 404 */
export async function readEdge({ sql }: Pick<Database, "sql">, edgeId: string): Promise<ListedEdge> {
  const [edge] = await sql.query(list, { edge_id: edgeId });
  if (edge === undefined) throw noSuchEdge();
  return edge;
}

function noSuchEdge(): DomainError {
  return new DomainError("not_found", "There is no such edge; check its id.");
}

/** A random value and its hash. A random value needs no slow hash. */
export function newToken(prefix: string): { readonly token: string; readonly hash: Buffer } {
  const token = prefix + randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token) };
}

export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
