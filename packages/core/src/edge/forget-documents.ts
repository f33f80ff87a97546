import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { forgetHeldAddresses, ownCertificateId } from "@fulmar/providers";
import type { WorkerServices } from "../work/worker-services.ts";

/** How long an edge may be away and still receive changes alone. */
const KEPT = "interval '30 days'";
const BATCH = 5_000;
/** The longest that an edge uses a cached answer: 30 days, and 7 more while the origin fails. */
const CACHED = "interval '37 days'";

const endPurges = statement(
  "edge_purges_end",
  `UPDATE edge_document SET body_sealed = NULL
    WHERE kind = 'purge' AND body_sealed IS NOT NULL AND changed_at < now() - ${CACHED}`,
);

/** A challenge is answered within minutes. What an ended process left is removed. */
const ANSWERED = "interval '1 day'";

const endChallenges = statement(
  "edge_challenges_end",
  `UPDATE edge_document SET body_sealed = NULL
    WHERE kind IN ('challenge', 'balancer_challenge') AND body_sealed IS NOT NULL AND changed_at < now() - ${ANSWERED}`,
);

// A certificate that no custom domain and no load balancer has is ordered and served no more.
const endCertificates = statement(
  "edge_certificates_end",
  `WITH ended AS (
     DELETE FROM acme_certificate a
      WHERE a.certificate_id <> $certificate_id
        AND NOT EXISTS (SELECT FROM cdn_custom_domain c
                         WHERE c.domain = a.certificate_id AND c.status IN ('pending_tls', 'active'))
        AND NOT EXISTS (SELECT FROM load_balancer_certificate l
                         WHERE l.load_balancer_id = split_part(a.certificate_id, '/', 1)
                           AND l.domain = split_part(a.certificate_id, '/', 2))
     RETURNING a.certificate_id
   )
   UPDATE edge_document d SET body_sealed = NULL FROM ended
    WHERE d.kind = 'certificate' AND d.id = ended.certificate_id AND d.body_sealed IS NOT NULL`,
);

const forget = statement(
  "edge_documents_forget",
  `WITH gone AS (
     DELETE FROM edge_document WHERE (kind, id) IN (
       SELECT kind, id FROM edge_document WHERE body_sealed IS NULL AND changed_at < now() - ${KEPT} ORDER BY changed_at
        LIMIT ${BATCH})
     RETURNING sequence
   ), noted AS (
     UPDATE edge_forgotten SET sequence = greatest(sequence, (SELECT max(sequence) FROM gone))
      WHERE EXISTS (SELECT FROM gone)
   )
   SELECT 1 AS one FROM gone`,
);

/**
 * Deletes removed documents after 30 days. An edge that was away for longer receives all documents again. Purges are
 * removed when nothing from before them can be cached, certificates when no custom domain has them, and addresses of
 * targets when no edge can send to them any more.
 */
export const forgetEdgeDocuments: Reconciler<Pick<WorkerServices, "database" | "publicCdnUrl">> = {
  name: "forget-edge-documents",
  everyMs: 600_000,
  async run({ database: { sql }, publicCdnUrl }, signal) {
    await sql.query(endPurges);
    await sql.query(endChallenges);
    await sql.query(endCertificates, { certificate_id: ownCertificateId(new URL(publicCdnUrl).hostname) });
    await forgetHeldAddresses(sql);
    for (let gone = BATCH; gone === BATCH && !signal.aborted; ) gone = (await sql.query(forget)).length;
  },
};
