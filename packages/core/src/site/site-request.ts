import type { Secrets } from "@fulmar/config";
import { CATALOG_IMAGE_FORMATS } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { Sealer } from "../request/sealing/sealed-value.ts";

/** The certificates of a renewal, in PEM. */
export const RenewalRequest = z.strictObject({
  client_cert: z.string(),
  client_key: z.string(),
  server_cert: z.string().optional(),
});

/** An image of the catalog that is brought to a site. */
export const ImageRequest = z.strictObject({
  url: z.string(),
  sha256: z.string(),
  format: z.enum(CATALOG_IMAGE_FORMATS),
  name: z.string().optional(),
  os_distro: z.string().optional(),
  version: z.string().optional(),
  min_disk_gb: z.int(),
  cloud_init: z.boolean().optional(),
});

const sealerOf = (secrets: Secrets) => new Sealer(secrets, "requests about sites");

/** Seals what only a worker may read of a decision. It is bound to the decision. */
export function sealSiteRequest(
  secrets: Secrets,
  decisionId: string,
  request: z.infer<typeof RenewalRequest> | z.infer<typeof ImageRequest>,
): Uint8Array {
  return sealerOf(secrets).seal(JSON.stringify(request), decisionId);
}

/** @throws Error when it was sealed for another decision, or is another kind of request */
export function openSiteRequest<Request>(
  secrets: Secrets,
  { decision_id, request_sealed }: { readonly decision_id: string; readonly request_sealed: Uint8Array | null },
  schema: z.ZodType<Request>,
): Request {
  if (request_sealed === null) throw new Error(`the decision ${decision_id} has no request`);
  return schema.parse(JSON.parse(sealerOf(secrets).open(request_sealed, decision_id)));
}

const batch = statement(
  "site_request_sealed",
  `SELECT decision_id AS id, request_sealed AS sealed FROM site_decision
    WHERE decision_id > $after AND request_sealed IS NOT NULL ORDER BY decision_id LIMIT 500`,
);

const replace = statement(
  "site_request_reseal",
  `UPDATE site_decision d SET request_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE d.decision_id = u.id AND d.request_sealed = u.former RETURNING d.decision_id`,
);

/** Seals with the first secret what is sealed with another. @returns how many requests it sealed again */
export function resealSiteRequests(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOf(secrets), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
