import { randomBytes } from "node:crypto";
import type { CdnCustomDomain, CdnCustomDomainReport } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, found, invalidField } from "../request/domain-error.ts";
import { lockDistribution, readDistribution } from "./distributions.ts";
import { type DomainClaim, proofInstructions, proofRecords } from "./domain-proof.ts";
import { CdnDomain, queueDeployment } from "./edge.ts";
import { ownerOf } from "./own-domains.ts";

const TOKEN_BYTES = 16;
/** The spec defines the list without pages, and the edge serves every domain by name. */
const MOST_DOMAINS = 100;
/** `verify` cannot make checks more frequent than this, to spare other people's DNS servers. */
const BETWEEN_CHECKS = "interval '10 seconds'";

const columns = `c.domain, c.distribution_id, c.status::text, c.tls_status, c.validation_token, c.created_at,
          c.check_at, c.checked_at, c.problem, c.proof_lost_at, c.certificate_expires_at`;
const OF_DISTRIBUTION = "c.workspace_id = $workspace_id::bigint AND c.distribution_id = $distribution_id";

const list = statement(
  "cdn_domain_list",
  `SELECT ${columns} FROM cdn_custom_domain c WHERE ${OF_DISTRIBUTION} ORDER BY c.created_at DESC, c.domain`,
);

const get = statement(
  "cdn_domain_get",
  `SELECT ${columns} FROM cdn_custom_domain c WHERE ${OF_DISTRIBUTION} AND c.domain = $domain`,
);

type CustomDomainRow = RowOf<typeof get>;

const insert = statement(
  "cdn_domain_insert",
  `INSERT INTO cdn_custom_domain AS c (workspace_id, distribution_id, domain, validation_token)
   SELECT $workspace_id::bigint, $distribution_id, $domain, $validation_token
    WHERE (SELECT count(*) FROM cdn_custom_domain c WHERE ${OF_DISTRIBUTION}) < ${MOST_DOMAINS}
   RETURNING ${columns}`,
);

// A check that the provider delayed is not brought forward.
const hurry = statement(
  "cdn_domain_hurry",
  `UPDATE cdn_custom_domain c
      SET check_attempts = 0,
          check_at = CASE WHEN c.check_waited THEN c.check_at
                          ELSE least(c.check_at, greatest(now(), c.checked_at + ${BETWEEN_CHECKS})) END
    WHERE ${OF_DISTRIBUTION} AND c.domain = $domain AND c.status <> 'failed' RETURNING ${columns}`,
);

const remove = statement(
  "cdn_domain_delete",
  `WITH gone AS (
     DELETE FROM cdn_custom_domain c WHERE ${OF_DISTRIBUTION} AND c.domain = $domain
     RETURNING c.workspace_id, c.distribution_id, c.domain, c.status
   ), edge_queued AS (
     UPDATE cdn_distribution d SET ${queueDeployment()} FROM gone
      WHERE gone.status = 'active' AND d.workspace_id = gone.workspace_id AND d.distribution_id = gone.distribution_id
   )
   SELECT domain FROM gone`,
);

function toCustomDomain(row: CustomDomainRow, cdn: CdnDomain): CdnCustomDomain {
  const { domain, status, tls_status } = row;
  return {
    domain,
    status,
    created_at: toTimestamp(row.created_at),
    tls_status,
    instructions: instructionsFor(row, cdn),
  };
}

function toCustomDomainReport(row: CustomDomainRow, cdn: CdnDomain): CdnCustomDomainReport {
  return {
    ...toCustomDomain(row, cdn),
    distribution_id: row.distribution_id,
    dns_records: proofRecords(claimOf(row, cdn)),
    checked_at: toTimestamp(row.checked_at),
    next_check_at: toTimestamp(row.check_at),
    problem: row.problem,
    certificate_expires_at: toTimestamp(row.certificate_expires_at),
  };
}

function claimOf({ domain, distribution_id, validation_token: token }: CustomDomainRow, cdn: CdnDomain): DomainClaim {
  return { domain, token, target: cdn.of(distribution_id) };
}

/** Returns what the domain's owner has to do, with the result of the last check; null when there is nothing to do. */
function instructionsFor(row: CustomDomainRow, cdn: CdnDomain): string[] | null {
  const { status, problem, checked_at } = row;
  if (status === "failed") return [`Remove the domain and add it again. The last check failed: ${problem}`];
  if (status === "pending_tls" || (status === "active" && row.proof_lost_at === null)) return null;
  const steps = proofInstructions(claimOf(row, cdn));
  return problem === null ? steps : [...steps, `At the last check, ${toTimestamp(checked_at)}: ${problem}`];
}

export const listCustomDomains: Handler<"cdnCustomDomain.list"> = async (context, { distribution_id }) => {
  const { sql, workspace, configuration } = context;
  await readDistribution(context, distribution_id);
  const rows = await sql.query(list, { workspace_id: workspace.id, distribution_id });
  const cdn = new CdnDomain(configuration);
  return {
    distribution_id,
    default_domain: cdn.of(distribution_id),
    custom_domains: rows.map((row) => toCustomDomain(row, cdn)),
  };
};

/** Adds a domain, which its owner has yet to prove. */
export const createCustomDomain: Handler<"cdnCustomDomain.create"> = async (context, { distribution_id, domain }) => {
  const { sql, workspace, configuration } = context;
  const owner = ownerOf(domain, configuration);
  if (owner !== undefined) throw invalidField("domain", `must be a domain of your own, not one of ${owner}`);
  const { status } = await lockDistribution(context, distribution_id);
  if (status === "failed")
    throw conflict("distribution_failed", "The distribution could not be deployed; delete it and create a new one.");
  const validation_token = randomBytes(TOKEN_BYTES).toString("hex");
  const row = await sql.maybe(insert, { workspace_id: workspace.id, distribution_id, domain, validation_token });
  if (row === undefined)
    throw conflict(
      "too_many_domains",
      `The distribution has ${MOST_DOMAINS} custom domains, the maximum; remove one, or use another distribution.`,
    );
  return toCustomDomain(row, new CdnDomain(configuration));
};

export const getCustomDomain: Handler<"cdnCustomDomain.get"> = async ({ sql, workspace, configuration }, ids) => {
  const row = found(await sql.maybe(get, { workspace_id: workspace.id, ...ids }), "custom domain");
  return toCustomDomainReport(row, new CdnDomain(configuration));
};

/**
 * Makes the next check due. The worker queries DNS, so that no request waits for servers that its caller has chosen.
 */
export const verifyCustomDomain: Handler<"cdnCustomDomain.verify"> = async ({ sql, workspace, configuration }, ids) => {
  const values = { workspace_id: workspace.id, ...ids };
  const row = await sql.maybe(hurry, values);
  if (row !== undefined) return toCustomDomainReport(row, new CdnDomain(configuration));
  found(await sql.maybe(get, values), "custom domain");
  throw conflict("domain_failed", "The domain has failed and is no longer checked; remove it and add it again.");
};

/** Deletes a domain, and makes a deployment due if the edge serves it. */
export const deleteCustomDomain: Handler<"cdnCustomDomain.delete"> = async ({ sql, workspace }, ids) => {
  found(await sql.maybe(remove, { workspace_id: workspace.id, ...ids }), "custom domain");
  return { status: "deleted", domain: ids.domain };
};
