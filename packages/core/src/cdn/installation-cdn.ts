import type { Configuration } from "@fulmar/config";
import type { Sql } from "@fulmar/prisma";
import {
  acmeCertificates,
  CdnDocuments,
  type CdnProvider,
  edgeCdn,
  simulatedCdn,
  systemResolver,
} from "@fulmar/providers";
import { cdnKey } from "../object-storage/index.ts";
import { CERTIFICATE_KEYS, EDGE_DOCUMENTS, Sealer } from "../request/sealed-value.ts";
import { deriveUrlKey } from "./url-key.ts";

/**
 * The CDN of an installation: its edges serve it, with the certificates of its authority. Without edges it is simulated;
 * without an authority, certificates are.
 */
export function installationCdn(
  sql: Sql,
  { secrets, acme, publicObjectStoreUrl: storeUrl }: Pick<Configuration, "secrets" | "acme" | "publicObjectStoreUrl">,
): CdnProvider {
  const simulated = simulatedCdn(sql, systemResolver());
  const sealer = new Sealer(secrets, EDGE_DOCUMENTS);
  const documents = new CdnDocuments(sql, (text, boundTo) => sealer.seal(text, boundTo));
  const edge = edgeCdn(simulated.edge, {
    ...{ sql, documents, storeUrl },
    originKeyOf: (bucket) => cdnKey(secrets[0], bucket),
    urlKeysOf: ({ bucketId }, { keyId: key_id, salt }) =>
      secrets.map((secret) => deriveUrlKey(secret, { key_id, salt }, bucketId)),
  });
  if (acme === undefined) return { ...simulated, edge };
  const keys = new Sealer(secrets, CERTIFICATE_KEYS);
  return { ...simulated, edge, certificates: acmeCertificates({ sql, documents, authority: acme, keys }) };
}
