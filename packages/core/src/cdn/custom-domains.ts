import { randomBytes } from "node:crypto";
import type { CdnCustomDomain, CdnCustomDomainReport } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { conflict, invalidField, notFound } from "../request/domain-error.ts";
import { DistributionRepository } from "./distributions.ts";
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

/** The custom domains of one distribution. */
class CustomDomainRepository {
  readonly #sql: Sql;
  readonly #distribution: { readonly workspace_id: bigint; readonly distribution_id: string };

  constructor(sql: Sql, workspaceId: bigint, distributionId: string) {
    this.#sql = sql;
    this.#distribution = { workspace_id: workspaceId, distribution_id: distributionId };
  }

  /** Returns the domains, newest first. */
  list(): Promise<CustomDomainRow[]> {
    return this.#sql.query(list, this.#distribution);
  }

  async get(domain: string): Promise<CustomDomainRow | undefined> {
    const [row] = await this.#sql.query(get, { ...this.#distribution, domain });
    return row;
  }

  /** The caller has locked the distribution. @returns undefined when it has the maximum number of domains */
  async insert(domain: string): Promise<CustomDomainRow | undefined> {
    const token = randomBytes(TOKEN_BYTES).toString("hex");
    const [row] = await this.#sql.query(insert, { ...this.#distribution, domain, validation_token: token });
    return row;
  }

  /** Makes the next check due. @returns undefined when there is no such domain, or it has failed */
  async hurry(domain: string): Promise<CustomDomainRow | undefined> {
    const [row] = await this.#sql.query(hurry, { ...this.#distribution, domain });
    return row;
  }

  /** Deletes a domain, and makes a deployment due if the edge serves it. @returns whether there was such a domain */
  async delete(domain: string): Promise<boolean> {
    return (await this.#sql.query(remove, { ...this.#distribution, domain })).length > 0;
  }
}

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

export const listCustomDomains: Handler<"cdnCustomDomain.list"> = async (
  { sql, workspace, configuration },
  { distribution_id },
) => {
  const distribution = await new DistributionRepository(sql, workspace.id).get(distribution_id);
  if (distribution === undefined) throw notFound("CDN distribution");
  const rows = await new CustomDomainRepository(sql, workspace.id, distribution_id).list();
  const cdn = new CdnDomain(configuration);
  return {
    distribution_id,
    default_domain: cdn.of(distribution_id),
    custom_domains: rows.map((row) => toCustomDomain(row, cdn)),
  };
};

/** Adds a domain, which its owner has yet to prove. */
export const createCustomDomain: Handler<"cdnCustomDomain.create"> = async (
  { sql, workspace, configuration },
  { distribution_id, domain },
) => {
  const cdn = new CdnDomain(configuration);
  const owner = ownerOf(domain, configuration);
  if (owner !== undefined) throw invalidField("domain", `must be a domain of your own, not one of ${owner}`);
  const status = await new DistributionRepository(sql, workspace.id).lock(distribution_id);
  if (status === undefined) throw notFound("CDN distribution");
  if (status === "failed")
    throw conflict("distribution_failed", "The distribution could not be deployed; delete it and create a new one.");
  const row = await new CustomDomainRepository(sql, workspace.id, distribution_id).insert(domain);
  if (row === undefined)
    throw conflict(
      "too_many_domains",
      `The distribution has ${MOST_DOMAINS} custom domains, the maximum; remove one, or use another distribution.`,
    );
  return toCustomDomain(row, cdn);
};

export const getCustomDomain: Handler<"cdnCustomDomain.get"> = async (
  { sql, workspace, configuration },
  { distribution_id, domain },
) => {
  const row = await new CustomDomainRepository(sql, workspace.id, distribution_id).get(domain);
  if (row === undefined) throw notFound("custom domain");
  return toCustomDomainReport(row, new CdnDomain(configuration));
};

/**
 * Makes the next check due. The worker queries DNS, so that no request waits for servers that its caller has chosen.
 */
export const verifyCustomDomain: Handler<"cdnCustomDomain.verify"> = async (
  { sql, workspace, configuration },
  { distribution_id, domain },
) => {
  const domains = new CustomDomainRepository(sql, workspace.id, distribution_id);
  const row = await domains.hurry(domain);
  if (row !== undefined) return toCustomDomainReport(row, new CdnDomain(configuration));
  if ((await domains.get(domain)) === undefined) throw notFound("custom domain");
  throw conflict("domain_failed", "The domain has failed and is no longer checked; remove it and add it again.");
};

export const deleteCustomDomain: Handler<"cdnCustomDomain.delete"> = async (
  { sql, workspace },
  { distribution_id, domain },
) => {
  const deleted = await new CustomDomainRepository(sql, workspace.id, distribution_id).delete(domain);
  if (!deleted) throw notFound("custom domain");
  return { status: "deleted", domain };
};
