import type { Configuration } from "@fulmar/config";
import type { Sql } from "@fulmar/prisma";
import { type CdnProvider, cdnCertificates, edgeCdn, simulatedCdn, systemResolver } from "@fulmar/providers";
import { cdnKey } from "../object-storage/index.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { deriveUrlKey } from "./url-key.ts";

/**
 * The CDN of an installation: its edges serve it, with the certificates of its authority. Without edges it is
 * simulated; without an authority, certificates are.
 */
export function installationCdn(
  sql: Sql,
  { secrets, publicObjectStoreUrl: storeUrl }: Pick<Configuration, "secrets" | "publicObjectStoreUrl">,
  { documents, issuer }: Pick<WorkerServices, "documents" | "issuer">,
): CdnProvider {
  const simulated = simulatedCdn(sql, systemResolver());
  const edge = edgeCdn(simulated.edge, {
    ...{ sql, documents, storeUrl },
    originKeyOf: (bucket) => cdnKey(secrets[0], bucket),
    urlKeysOf: ({ bucketId }, { keyId: key_id, salt }) =>
      secrets.map((secret) => deriveUrlKey(secret, { key_id, salt }, bucketId)),
  });
  return { ...simulated, edge, ...(issuer && { certificates: cdnCertificates(issuer, documents) }) };
}
