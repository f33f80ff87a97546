import type { Configuration } from "@fulmar/config";
import type { FenceReason } from "@fulmar/contract";
import { type Database, type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";
import { auditOperator } from "../audit/index.ts";
import { auditValues } from "../request/audit-event.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { asOperator } from "../site/index.ts";
import { BEHIND } from "../work/fence.ts";
import { DATABASE_ID, newToken } from "../work/site-gate.ts";
import { SiteProviders } from "../work/site-providers.ts";
import { alignRevisions } from "./align-revisions.ts";
import { BY_COMMAND, type Decided } from "./decided.ts";
import { recordUnknown } from "./find-unknown-resources.ts";
import { endInterrupted, interruptedOperations } from "./interrupt-operations.ts";

const TIMEOUT_MS = 600_000;

const find = statement(
  "resume_find",
  `SELECT s.name, s.provider, f.reason, f.detail, f.fenced_at, f.epoch,
          (SELECT installation_id FROM installation) AS installation_id,
          (SELECT count(*)::int FROM operation o
            WHERE o.finished_at IS NULL AND o.held_at IS NOT NULL AND o.input ->> 'provider' = s.provider) AS held
     FROM site s LEFT JOIN site_fence f ON f.provider = s.provider WHERE s.site_id = $site_id AND s.removed_at IS NULL`,
);

const unknown = statement(
  "resume_unknown",
  `SELECT kind, resource_id AS id, name, size FROM unknown_resource WHERE provider = $provider
    ORDER BY kind, resource_id`,
);

const restoring = statement("resume_restoring", "SELECT set_config('fulmar.restoring', 'on', true)");

const lift = statement(
  "resume_lift",
  `UPDATE site_fence
      SET installation_id = $installation_id, database_id = ${DATABASE_ID}, epoch = $epoch::bigint, token = $token,
          loss_believed_until = CASE WHEN reason = 'site_incomplete' THEN now() + interval '10 minutes' END,
          reason = NULL, detail = NULL, fenced_at = NULL
    WHERE provider = $provider`,
);

const accept = statement(
  "resume_accept",
  "UPDATE unknown_resource SET accepted_at = now() WHERE provider = $provider AND accepted_at IS NULL",
);

const release = statement(
  "resume_release",
  `UPDATE operation
      SET deadline_at = deadline_at + (now() - held_at), run_at = now(), held_at = NULL, hold_reason = NULL,
          updated_at = now()
    WHERE finished_at IS NULL AND held_at IS NOT NULL AND input ->> 'provider' = $provider`,
);

// What waited when a backup was made may have been carried out since, or taken back.
const endDecisions = statement(
  "resume_end_decisions",
  `UPDATE site_decision
      SET state = 'failed', ended_at = now(),
          outcome = 'The database was restored after it was decided. Look at the site, and decide again.'
    WHERE provider = $provider AND state = 'waiting' AND action <> 'resume' AND settled_at IS NULL`,
);

// A creation that failed according to a restored database may have left its resource at the site.
const forgetFailed = statement(
  "resume_forget_failed",
  "DELETE FROM tombstone WHERE provider = $provider AND reason = 'failed'",
);

// A site belongs to no organization.
const audit = statement(
  "resume_audit",
  `WITH changed AS (SELECT NULL::text AS organization_id)
   ${auditOperator("site.resume", { resource: "$resource_id", workspace: "NULL::bigint", detail: "$detail" })}`,
);

/** The preview for an operator before a site is resumed. */
export interface ResumePreview {
  readonly siteId: string;
  readonly name: string;
  readonly reason: string;
  readonly detail: string;
  readonly since: Date;
  readonly unknown: readonly RowOf<typeof unknown>[];
  /** How many operations are on hold, and how many of them end as interrupted. */
  readonly waitingOperations: number;
  readonly interruptedOperations: number;
}

export interface ResumedSite {
  readonly siteId: string;
  readonly name: string;
  readonly interrupted: number;
  readonly unknown: number;
}

/**
 * Shows why a site is fenced and what would be unknown after resuming it.
 * @throws DomainError 404, 409 when the site is not fenced, 503 with the server's message
 */
export function previewResume(
  database: Database,
  configuration: Configuration,
  siteId: string,
): Promise<ResumePreview> {
  return withSite(
    database,
    configuration,
    siteId,
    async ({ name, provider, reason, detail, since, held }, port, signal) => {
      const { sql } = database;
      await recordUnknown({ sql, pages: () => sql }, provider, port, signal);
      const interrupted = BEHIND.has(reason) ? await interruptedOperations(sql, provider) : [];
      const rows = await sql.query(unknown, { provider });
      return {
        siteId,
        name,
        reason,
        detail,
        since,
        unknown: rows,
        waitingOperations: held,
        interruptedOperations: interrupted.length,
      };
    },
  );
}

/**
 * Resumes the work at a fenced site: this database drives it from now on. Unknown resources stay as they are and are
 * listed until they are adopted or discarded. Running operations of a restored database end as interrupted. Those that
 * were accepted since continue.
 * @throws DomainError 404, 409 when the site is not fenced, 503 with the server's message, in which case it stays
 * fenced
 */
export function resumeSite(database: Database, configuration: Configuration, siteId: string): Promise<ResumedSite> {
  return withSite(database, configuration, siteId, (site, port, signal) =>
    resumeFenced(database, site, port, signal, BY_COMMAND),
  );
}

/** Resumes a fenced site, in the session of whoever has opened its provider. */
export async function resumeFenced(
  database: Database,
  { siteId, name, provider, reason, epoch, installationId }: FencedSite,
  port: Provider,
  signal: AbortSignal,
  by: Decided,
): Promise<ResumedSite> {
  const ownership = await port.inventory.readOwnership(signal);
  const next = { installationId, epoch: Math.max(Number(epoch), ownership?.epoch ?? 0) + 1, token: newToken() };
  // The site first: if this process crashes in between, the site is ahead of the database and stays fenced.
  await port.inventory.writeOwnership(next, signal);
  return database.transaction(async ({ sql }) => {
    await sql.query(restoring);
    const interrupted = BEHIND.has(reason) ? await interruptedOperations(sql, provider) : [];
    await endInterrupted(sql, port, interrupted, signal);
    if (BEHIND.has(reason)) {
      await sql.query(forgetFailed, { provider });
      await sql.query(endDecisions, { provider });
    }
    await alignRevisions(sql, port, signal);
    await sql.query(lift, { provider, installation_id: installationId, epoch: next.epoch, token: next.token });
    await sql.query(release, { provider });
    // Some resources of interrupted operations have become unknown.
    await recordUnknown({ sql, pages: () => sql }, provider, port, signal);
    await sql.query(accept, { provider });
    await sql.query(audit, { resource_id: siteId, detail: by.reason, ...auditValues() });
    const left = await sql.query(unknown, { provider });
    await by.settle(
      sql,
      `Resumed. Operations that ended as interrupted: ${interrupted.length}. Unknown resources: ${left.length}.`,
    );
    return { siteId, name, interrupted: interrupted.length, unknown: left.length };
  });
}

export interface FencedSite {
  readonly siteId: string;
  readonly name: string;
  readonly provider: string;
  readonly reason: FenceReason;
  readonly detail: string;
  readonly since: Date;
  readonly epoch: bigint;
  readonly installationId: string;
  readonly held: number;
}

async function withSite<Result>(
  database: Database,
  configuration: Configuration,
  siteId: string,
  work: (site: FencedSite, port: Provider, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const site = await fencedSite(database.sql, siteId);
  const providers = new SiteProviders(database, configuration);
  try {
    const port = await providers.get(site.provider);
    return await asOperator((signal) => work(site, port, signal), TIMEOUT_MS);
  } finally {
    await providers.close();
  }
}

/** @throws DomainError 404, 409 when the site is not fenced */
export async function fencedSite(sql: Sql, siteId: string): Promise<FencedSite> {
  const row = await sql.maybe(find, { site_id: siteId });
  if (row === undefined) throw new DomainError("not_found", "There is no such site; check its id.");
  const { name, provider, reason, detail, fenced_at: since, epoch, installation_id: installationId, held } = row;
  if (reason === null || detail === null || since === null || epoch === null || installationId === null)
    throw conflict("site_not_fenced", "The site is not fenced: there is nothing to resume.");
  return { siteId, name, provider, reason, detail, since, epoch, installationId, held };
}
