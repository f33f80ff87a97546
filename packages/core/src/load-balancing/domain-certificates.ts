import type { Secrets } from "@fulmar/config";
import { DOMAIN_CERTIFICATE_STATUSES, type LoadBalancerDomainCertificate } from "@fulmar/contract";
import type { BalancerCertificate } from "@fulmar/edge-protocol";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { CERTIFICATE_KEYS, Sealer } from "../request/sealing/sealed-value.ts";

/** The id of a domain's certificate among all of the installation. Its keys are bound to it. */
export function certificateId({
  load_balancer_id,
  domain,
}: {
  readonly load_balancer_id: string;
  readonly domain: string;
}): string {
  return `${load_balancer_id}/${domain}`;
}

// A domain that is not in force yet tells why its load balancer is not. Without domains, there is one row of NULL.
const list = statement(
  "load_balancer_certificate_list",
  `SELECT c.*
     FROM load_balancer b LEFT JOIN LATERAL (
            SELECT l.listener_id || '/' || c.domain AS key, l.listener_id, c.domain, c.expires_at,
                   coalesce(c.problem, CASE WHEN b.applied_revision < c.since_revision
                                              THEN b.error_message END) AS problem,
                   CASE WHEN c.expires_at > now() AND b.applied_revision >= c.issued_revision THEN 'active'
                        WHEN c.refused OR c.expires_at <= now() THEN 'failed' ELSE 'pending' END AS status
              FROM load_balancer_listener l
              JOIN load_balancer_certificate c ON c.workspace_id = l.workspace_id
               AND c.load_balancer_id = l.load_balancer_id AND c.domain = ANY (l.domains)
             WHERE l.workspace_id = b.workspace_id AND l.load_balancer_id = b.load_balancer_id
          ) AS c ON c.key COLLATE "C" > $after
    WHERE b.workspace_id = $workspace_id::bigint AND b.load_balancer_id = $load_balancer_id ORDER BY c.key COLLATE "C"
    LIMIT $limit`,
);

const Status = z.enum(DOMAIN_CERTIFICATE_STATUSES);

export const listCertificates: Handler<"loadBalancer.certificates"> = async (
  { sql, workspace },
  { load_balancer_id, cursor, limit },
) => {
  const after = decodeCursor(cursor, /^listener_[0-9a-z]+\/[a-z0-9.-]+$/) ?? "";
  const rows = await sql.query(list, { workspace_id: workspace.id, load_balancer_id, after, limit: limit + 1 });
  if (rows.length === 0) throw notFound("load balancer");
  return toPage(
    rows.filter(({ key }) => key !== null),
    limit,
    ({ key }) => key ?? "",
    toCertificate,
  );
};

function toCertificate({
  domain,
  listener_id,
  status,
  problem,
  expires_at,
}: RowOf<typeof list>): LoadBalancerDomainCertificate {
  if (domain === null || listener_id === null) throw new Error("a certificate has a domain and a listener");
  return { domain, listener_id, status: Status.parse(status), problem, expires_at: toTimestamp(expires_at) };
}

const issued = statement(
  "load_balancer_certificate_issued",
  `SELECT load_balancer_id, domain, chain_pem, key_sealed FROM load_balancer_certificate
    WHERE workspace_id = $workspace_id::bigint AND load_balancer_id = $load_balancer_id AND chain_pem IS NOT NULL`,
);

/** Reads the certificates that were issued for a load balancer's domains, by domain. */
export async function issuedCertificates(
  sql: Sql,
  secrets: Secrets,
  { workspace_id, load_balancer_id }: { readonly workspace_id: bigint; readonly load_balancer_id: string },
): Promise<Map<string, BalancerCertificate>> {
  const sealer = new Sealer(secrets, CERTIFICATE_KEYS);
  const rows = await sql.query(issued, { workspace_id, load_balancer_id });
  return new Map(
    rows.flatMap((row) => {
      const { domain, chain_pem: chainPem, key_sealed: sealed } = row;
      if (chainPem === null || sealed === null) return [];
      return [[domain, { chainPem, privateKeyPem: sealer.open(sealed, certificateId(row)) }] as const];
    }),
  );
}

const ID = "c.load_balancer_id || '/' || c.domain";

const sealedKeys = statement(
  "load_balancer_certificate_sealed",
  `SELECT ${ID} AS id, c.key_sealed AS sealed FROM load_balancer_certificate c
    WHERE ${ID} > $after AND c.key_sealed IS NOT NULL ORDER BY 1 LIMIT 500`,
);

const replaceKeys = statement(
  "load_balancer_certificate_reseal",
  `UPDATE load_balancer_certificate c SET key_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE ${ID} = u.id AND c.key_sealed = u.former RETURNING c.domain`,
);

/** Seals with the first secret what is sealed with another. @returns how many keys it sealed again */
export function resealDomainKeys(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(new Sealer(secrets, CERTIFICATE_KEYS), {
    batch: (after) => sql.query(sealedKeys, { after }),
    replace: (ids, former, sealed) => sql.query(replaceKeys, { ids, former, sealed }),
  });
}
