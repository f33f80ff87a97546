import type { Configuration } from "@fulmar/config";
import { EdgeReport, type Enrolled, Enrollment, type StreamLine } from "@fulmar/edge-protocol";
import type { Logger } from "@fulmar/engine";
import { type Database, statement } from "@fulmar/prisma";
import { counted } from "../query/metric-range.ts";
import { DomainError, invalidField } from "../request/domain-error.ts";
import { countAttempt } from "../request/door/attempt-limit.ts";
import { FailureLimiter } from "../request/door/failure-limit.ts";
import { parseBy } from "../request/parse-input.ts";
import { DocumentStream, type KnownEdge } from "./document-stream.ts";
import { hashOf, newToken } from "./edges.ts";
import { leastLineBytes } from "./line-rate.ts";

const enroll = statement(
  "edge_enroll",
  `UPDATE edge
      SET credential_hash = $credential_hash::bytea, hostname = $hostname, enrolled_at = now(), enrollment_hash = NULL,
          enrollment_expires_at = NULL, applied_sequence = 0
    WHERE enrollment_hash = $enrollment_hash::bytea AND enrollment_expires_at > now() AND removed_at IS NULL
RETURNING edge_id`,
);

const identify = statement(
  "edge_identify",
  `SELECT edge_id, site_id, serves_cdn FROM edge
    WHERE credential_hash = $credential_hash::bytea AND removed_at IS NULL`,
);

const STATUSES = ["status_2xx", "status_3xx", "status_4xx", "status_5xx"] as const;
const summed = (column: string) => `${counted(`sum(${column})`)}::bigint`;
const ANSWERED = [2, 3, 4, 5].map((first) => summed(`(u.statuses->>'${first}xx')::bigint`)).join(", ");
/** SQL: the counters of a row `m` with what is inserted. */
const added = (...columns: readonly string[]) =>
  columns.map((column) => `${column} = ${counted(`m.${column}::numeric + excluded.${column}`)}::bigint`).join(", ");

// An edge tells of its own site only, and of no more than its line carries. What is of no listener or target that the
// balancer has is left out, so that rows stay as many as there are parts. A report is taken as a whole or not at all.
const remember = statement(
  "edge_report",
  `WITH former AS (
     SELECT edge_id, usage_batch, line_gbits, line_from, line_next_from, line_used_until,
            coalesce(seen_at, enrolled_at, created_at) AS seen_at
       FROM edge WHERE edge_id = $edge_id AND removed_at IS NULL FOR NO KEY UPDATE
   ), line AS (
     SELECT f.edge_id, f.line_gbits, f.usage_batch IS DISTINCT FROM $usage_batch AS counts, f.line_used_until,
            CASE WHEN passed THEN coalesce(f.line_next_from, f.seen_at) ELSE f.line_from END AS line_from,
            CASE WHEN passed THEN now() ELSE f.line_next_from END AS line_next_from,
            CASE WHEN f.usage_batch IS DISTINCT FROM $usage_batch
                 THEN least($line_bytes::float8 * 8 / (f.line_gbits * 1e9), 1e9) ELSE 0 END AS seconds
       FROM former f CROSS JOIN LATERAL (SELECT coalesce(f.line_next_from < now() - interval '1 minute',
                                                         true) AS passed) AS minute
   ), report AS (
     SELECT l.*, since, since + seconds * interval '1 second' AS used_until, seconds = 0
         OR since + seconds * interval '1 second' <= clock_timestamp() AS taken
       FROM line l CROSS JOIN LATERAL (SELECT greatest(l.line_from, l.line_used_until) AS since) AS free
   ), refused AS (
     UPDATE edge e SET refused_reports = e.refused_reports + 1, refused_at = now() FROM report r
      WHERE e.edge_id = r.edge_id AND NOT r.taken
   ), own AS (
     UPDATE edge e SET seen_at = now(), applied_sequence = $applied_sequence::bigint, servers = $servers::text[],
            kinds = $kinds::text[], usage_batch = coalesce($usage_batch, e.usage_batch),
            line_from = r.line_from, line_next_from = r.line_next_from, line_used_until = r.used_until
       FROM report r WHERE e.edge_id = r.edge_id AND r.taken
     RETURNING e.edge_id, e.site_id, e.serves_cdn, r.counts
   ), failed AS (
     SELECT own.edge_id, f.kind, f.id, f.revision, f.message
       FROM own, jsonb_to_recordset($failures::jsonb) AS f (kind text, id text, revision int, message text)
      WHERE EXISTS (SELECT FROM edge_document d
                     WHERE d.kind = f.kind AND d.id = f.id
                       AND (d.site_id = own.site_id OR d.site_id IS NULL AND own.serves_cdn))
   ), mended AS (
     DELETE FROM edge_failure e USING own
      WHERE e.edge_id = own.edge_id AND NOT EXISTS (SELECT FROM failed f WHERE f.kind = e.kind AND f.id = e.id)
   ), noted AS (
     INSERT INTO edge_failure (edge_id, kind, id, revision, message)
     SELECT DISTINCT ON (kind, id) edge_id, kind, id, revision, message FROM failed
         ON CONFLICT (edge_id, kind, id) DO UPDATE SET revision = excluded.revision, message = excluded.message
   ), checked AS (
     INSERT INTO edge_health (load_balancer_id, edge_id, targets, seen_at)
     SELECT DISTINCT ON (h."loadBalancerId") h."loadBalancerId", own.edge_id, h.targets, now()
       FROM own, jsonb_to_recordset($health::jsonb) AS h ("loadBalancerId" text, targets jsonb)
      WHERE EXISTS (SELECT FROM edge_document d
                     WHERE d.kind = 'load_balancer' AND d.id = h."loadBalancerId" AND d.site_id = own.site_id)
         ON CONFLICT (load_balancer_id, edge_id) DO UPDATE SET targets = excluded.targets, seen_at = excluded.seen_at
   ), shown AS (
     SELECT DISTINCT ON (c.kind, c.id, c.name) own.edge_id, c.kind, c.id, c.name, c.fingerprint, c.issuer,
            c."expiresAt" AS expires_at
       FROM own, jsonb_to_recordset($certificates::jsonb) AS c (kind text, id text, name text, fingerprint text,
            issuer text, "expiresAt" timestamptz)
      WHERE CASE c.kind WHEN 'certificate' THEN own.serves_cdn
                        ELSE EXISTS (SELECT FROM edge_document d WHERE d.kind = 'load_balancer' AND d.id = c.id
                                        AND d.site_id = own.site_id) END
      ORDER BY c.kind, c.id, c.name, c."expiresAt"
   ), unserved AS (
     DELETE FROM edge_certificate e USING own
      WHERE e.edge_id = own.edge_id AND $certificates::jsonb IS NOT NULL
        AND NOT EXISTS (SELECT FROM shown s WHERE s.kind = e.kind AND s.id = e.id AND s.name = e.name)
   ), served AS (
     INSERT INTO edge_certificate (edge_id, kind, id, name, fingerprint, issuer, expires_at)
     SELECT edge_id, kind, id, name, fingerprint, issuer, expires_at FROM shown
         ON CONFLICT (edge_id, kind, id, name) DO UPDATE
        SET fingerprint = excluded.fingerprint, issuer = excluded.issuer, expires_at = excluded.expires_at
   ), sent AS (
     INSERT INTO transfer AS m (workspace_id, hour, resource_type, resource_id, sku_code, bytes)
     SELECT d.workspace_id, date_trunc('hour', now(), 'UTC'), d.type, d.id, 'cdn.transfer', ${summed("u.bytes")}
       FROM own, jsonb_to_recordset($distributions::jsonb) AS u ("distributionId" text, bytes bigint)
       CROSS JOIN LATERAL (
              SELECT workspace_id, 'cdn_distribution' AS type, distribution_id AS id FROM cdn_distribution
               WHERE distribution_id = u."distributionId"
              UNION ALL SELECT p.workspace_id, 'bucket', b.name FROM cdn_common_path p
               JOIN bucket b USING (workspace_id, bucket_id) WHERE p.bucket_id = u."distributionId"
            ) AS d
      WHERE own.counts AND own.serves_cdn GROUP BY d.workspace_id, d.type, d.id HAVING sum(u.bytes) > 0
      ORDER BY d.workspace_id, d.type, d.id
         ON CONFLICT (workspace_id, hour, resource_type, resource_id, sku_code) DO UPDATE SET ${added("bytes")}
   ), measured AS (
     INSERT INTO cdn_metric AS m (workspace_id, distribution_id, minute, requests, cache_hits, bytes_sent,
                                  ${STATUSES.join(", ")})
     SELECT d.workspace_id, d.distribution_id, date_trunc('minute', now()), ${summed("u.requests")},
            ${summed('u."cacheHits"')}, ${summed("u.bytes")}, ${ANSWERED}
       FROM own, jsonb_to_recordset($distributions::jsonb) AS u ("distributionId" text, bytes bigint, requests bigint,
            "cacheHits" bigint, statuses jsonb)
       JOIN cdn_distribution d ON d.distribution_id = u."distributionId"
      WHERE own.counts AND own.serves_cdn GROUP BY d.workspace_id, d.distribution_id
      ORDER BY d.workspace_id, d.distribution_id
         ON CONFLICT (workspace_id, distribution_id, minute) DO UPDATE
        SET ${added("requests", "cache_hits", "bytes_sent", ...STATUSES)}
   ), balanced AS (
     INSERT INTO load_balancer_metric AS m (workspace_id, load_balancer_id, minute, part_id, part, requests,
                                            bytes_received, bytes_sent,
            ${STATUSES.join(", ")}, errors, response_ms)
     SELECT d.workspace_id, u."loadBalancerId", date_trunc('minute', now()), u."partId", min(u.part),
            ${summed("u.requests")},
            ${summed('u."bytesReceived"')}, ${summed('u."bytesSent"')}, ${ANSWERED}, ${summed("u.errors")},
            ${summed('u."responseMs"')}
       FROM own, jsonb_to_recordset($load_balancers::jsonb) AS u ("loadBalancerId" text, part text, "partId" text,
            requests bigint, "bytesReceived" bigint,
            "bytesSent" bigint, statuses jsonb, errors bigint, "responseMs" bigint)
       JOIN load_balancer d ON d.load_balancer_id = u."loadBalancerId"
      WHERE own.counts AND d.site_id = own.site_id AND CASE u.part
              WHEN 'listener' THEN EXISTS (SELECT FROM load_balancer_listener l
                WHERE l.workspace_id = d.workspace_id AND l.load_balancer_id = d.load_balancer_id
                  AND l.listener_id = u."partId")
              ELSE EXISTS (SELECT FROM load_balancer_target t
                WHERE t.workspace_id = d.workspace_id AND t.load_balancer_id = d.load_balancer_id
                  AND t.target_id = u."partId") END
      GROUP BY d.workspace_id, u."loadBalancerId", u."partId" ORDER BY d.workspace_id, u."loadBalancerId", u."partId"
         ON CONFLICT (workspace_id, load_balancer_id, minute, part_id) DO UPDATE
        SET ${added("requests", "bytes_received", "bytes_sent", ...STATUSES, "errors", "response_ms")}
   )
   SELECT taken, line_gbits, extract(epoch FROM clock_timestamp() - since)::float8 AS free_seconds FROM report`,
);

/** The requests that agents of edges may send to the API (docs/adr/0044). */
export interface EdgeDoor {
  /**
   * Exchanges a one-time token for a credential.
   * @throws DomainError 400, 401 for a token that is wrong, used or has expired, 429 after too many attempts
   */
  enroll(body: unknown, sourceIp: string | undefined): Promise<Enrolled>;
  /** @throws DomainError 401, 429 after too many wrong credentials from one address */
  identify(authorization: string | undefined, sourceIp: string | undefined): Promise<KnownEdge>;
  /**
   * The documents of the edge's site: the changes after the cursor, then further ones as they come.
   * @param after the cursor of the last `ready` that the agent received
   */
  documents(edge: KnownEdge, after: string | undefined, signal: AbortSignal): AsyncGenerator<StreamLine, void>;
  /**
   * Remembers what an edge has applied, the health that it sees, and what its distributions sent.
   * @throws DomainError 400, also for more than the edge's line has carried; 401 when it was removed
   */
  report(edge: KnownEdge, body: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Opens the door for agents of one process. */
export function edgeDoor(parts: {
  readonly database: Database;
  readonly configuration: Pick<Configuration, "secrets" | "failureLimit" | "failureBurst">;
  readonly logger: Logger;
}): EdgeDoor {
  const { database, configuration } = parts;
  const { sql } = database;
  const stream = new DocumentStream(parts);
  const failures = new FailureLimiter({
    perSecond: configuration.failureLimit,
    burst: configuration.failureBurst,
    isFailure: (error) => error instanceof DomainError && error.kind === "unauthenticated",
    refuse: () =>
      new DomainError("rate_limited", "Too many requests with a wrong credential came from your address; wait.", {
        retryAfterSeconds: 1,
      }),
  });
  return {
    async enroll(body, sourceIp) {
      const { token, hostname } = parseBy(Enrollment, body);
      const attempt = await countAttempt(sql, { what: "edge", account: undefined, sourceIp });
      const credential = newToken("fec_");
      const row = await sql.maybe(enroll, {
        enrollment_hash: hashOf(token),
        credential_hash: credential.hash,
        hostname,
      });
      if (row === undefined)
        throw new DomainError(
          "unauthenticated",
          "The token is wrong, was used or has expired; the operator makes one with `fulmar operator edge renew-token`.",
          { code: "wrong_edge_token" },
        );
      await attempt.giveBack(true);
      return { edgeId: row.edge_id, credential: credential.token };
    },
    identify(authorization, sourceIp) {
      const [, credential = ""] = /^Bearer (\S+)$/i.exec(authorization ?? "") ?? [];
      const credentialHash = hashOf(credential);
      return failures.check(sourceIp, credentialHash.toString("base64"), async () => {
        const row = await sql.maybe(identify, { credential_hash: credentialHash });
        if (row === undefined) throw wrongCredential();
        return { edgeId: row.edge_id, siteId: row.site_id, servesCdn: row.serves_cdn, credentialHash };
      });
    },
    documents: (edge, after, signal) => stream.follow(edge, after, signal),
    async report(edge, body) {
      const { applied, failures: failed, health, servers, kinds, usage, certificates } = parseBy(EdgeReport, body);
      const bytes = usage === null ? 0 : leastLineBytes(usage);
      const report = await sql.maybe(remember, {
        edge_id: edge.edgeId,
        applied_sequence: BigInt(applied),
        servers,
        failures: JSON.stringify(failed),
        health: JSON.stringify(health),
        kinds,
        certificates: certificates && JSON.stringify(certificates),
        usage_batch: usage?.id ?? null,
        distributions: JSON.stringify(usage?.distributions ?? []),
        load_balancers: JSON.stringify(usage?.loadBalancers ?? []),
        line_bytes: bytes,
      });
      if (report === undefined) throw wrongCredential();
      if (report.taken === true) return;
      const { line_gbits, free_seconds } = report;
      parts.logger.warn(
        { edge_id: edge.edgeId, site_id: edge.siteId, line_gbits, free_seconds, bytes },
        "an edge's report was refused: it tells of more than the edge's line carries",
      );
      throw invalidField(
        "usage",
        `must be no more than a line of ${line_gbits} Gbit/s has carried since the last report; ` +
          "the operator sets the rate with `fulmar operator edge update`",
      );
    },
    close: () => stream.close(),
  };
}

function wrongCredential(): DomainError {
  return new DomainError("unauthenticated", "The edge's credential is not known; enroll the edge again.", {
    code: "wrong_edge_credential",
  });
}
