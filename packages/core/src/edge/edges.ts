import { createHash, randomBytes } from "node:crypto";
import { Name } from "@fulmar/contract";
import { type Database, type RowOf, statement, violatedConstraint } from "@fulmar/prisma";
import { z } from "zod";
import { conflict, DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { DEFAULT_LINE_GBITS, LineGbits } from "./line-rate.ts";

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
    WHERE name = $name AND removed_at IS NULL RETURNING edge_id, name, site_id`,
);

const setLine = statement(
  "edge_line_set",
  `UPDATE edge SET line_gbits = $line_gbits::int WHERE name = $name AND removed_at IS NULL
RETURNING edge_id, site_id, line_gbits`,
);

// Wakes the edge's stream, which then ends. Without edges, the site's provider serves its balancers.
const remove = statement(
  "edge_remove",
  `WITH removed AS (
     UPDATE edge SET removed_at = now(), credential_hash = NULL, enrollment_hash = NULL
      WHERE name = $name AND removed_at IS NULL
     RETURNING edge_id, name, site_id
   ), applied_by_the_provider AS (
     UPDATE load_balancer b SET apply_at = coalesce(b.apply_at, now()) FROM removed
      WHERE b.site_id = removed.site_id
        AND NOT EXISTS (SELECT FROM edge e
                         WHERE e.site_id = removed.site_id AND e.removed_at IS NULL AND e.edge_id <> removed.edge_id)
   )
   SELECT edge_id, name, site_id, pg_notify('fulmar_edge', site_id)::text FROM removed`,
);

const list = statement(
  "edge_list",
  `SELECT e.edge_id, e.name, e.site_id, e.serves_cdn, e.hostname, e.servers, e.enrolled_at, e.seen_at,
          e.line_gbits, e.refused_reports::int,
          coalesce(e.refused_at > now() - interval '1 day', false) AS lately_refused,
          coalesce(e.seen_at > now() - interval '15 seconds', false) AS connected,
          (SELECT count(*)::int FROM edge_document d
            WHERE (d.site_id = e.site_id OR d.site_id IS NULL AND e.serves_cdn)
              AND d.sequence > e.applied_sequence) AS behind,
          (SELECT count(*)::int FROM edge_failure f WHERE f.edge_id = e.edge_id) AS failures,
          (SELECT count(*)::int FROM edge_certificate c WHERE c.edge_id = e.edge_id) AS certificates,
          (SELECT count(*)::int FROM edge_certificate c
            WHERE c.edge_id = e.edge_id AND c.expires_at < now() + interval '14 days') AS certificates_ending
     FROM edge e WHERE e.removed_at IS NULL ORDER BY e.name`,
);

/**
 * An edge in the operator's list. `behind`: documents that it has not applied. `failures`: those that it cannot.
 * `certificates`: those that it serves. `certificates_ending`: those of them that end within 14 days, or have ended.
 * `refused_reports`: those that told of more than its line carries.
 */
export type ListedEdge = RowOf<typeof list>;

/** A new edge, or one with a new token. The token is shown once. */
interface AddedEdge {
  readonly edgeId: string;
  readonly name: string;
  readonly siteId: string;
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
 * @throws DomainError 400 that names the option, 404 without such a site, 409 when an edge has that name
 */
export async function addEdge({ sql }: Pick<Database, "sql">, request: z.input<typeof NewEdge>): Promise<AddedEdge> {
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
    if (rows.length === 0) throw new DomainError("not_found", "There is no such site; check its id.");
  } catch (error) {
    if (violatedConstraint(error) !== "edge_name_unique") throw error;
    throw conflict("name_taken", "Another edge has this name; choose another one.");
  }
  return { edgeId, name, siteId, token, validHours: TOKEN_HOURS };
}

/**
 * Makes a new token for an edge, for an agent that has lost its credential or moves to another host. The present
 * credential works until the token is used.
 * @throws DomainError 404
 */
export async function renewEdgeToken({ sql }: Pick<Database, "sql">, name: string): Promise<AddedEdge> {
  const { token, hash } = newToken("fet_");
  const row = await sql.maybe(renew, { name, enrollment_hash: hash });
  if (row === undefined) throw noSuchEdge();
  return { edgeId: row.edge_id, name, siteId: row.site_id, token, validHours: TOKEN_HOURS };
}

/**
 * Says what an edge's line carries, in Gbit/s. From then on, reports of more are refused.
 * @throws DomainError 400, 404
 */
export async function setEdgeLineRate(
  { sql }: Pick<Database, "sql">,
  request: { readonly name: string; readonly line_rate: number },
): Promise<{ readonly edgeId: string; readonly siteId: string; readonly lineGbits: number }> {
  const { name, line_rate } = parseBy(z.strictObject({ name: z.string(), line_rate: LineGbits }), request);
  const row = await sql.maybe(setLine, { name, line_gbits: line_rate });
  if (row === undefined) throw noSuchEdge();
  return { edgeId: row.edge_id, siteId: row.site_id, lineGbits: row.line_gbits };
}

/**
 * Removes an edge. Its credential ends at once. Its servers go on serving until the operator stops them.
 * @throws DomainError 404
 */
export async function removeEdge({ sql }: Pick<Database, "sql">, name: string): Promise<{ readonly edgeId: string }> {
  const row = await sql.maybe(remove, { name });
  if (row === undefined) throw noSuchEdge();
  return { edgeId: row.edge_id };
}

export function listEdges({ sql }: Pick<Database, "sql">): Promise<ListedEdge[]> {
  return sql.query(list);
}

function noSuchEdge(): DomainError {
  return new DomainError("not_found", "There is no edge of this name; `admin edge list` lists them.");
}

/** A random value and its hash. A random value needs no slow hash. */
export function newToken(prefix: string): { readonly token: string; readonly hash: Buffer } {
  const token = prefix + randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token) };
}

export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
