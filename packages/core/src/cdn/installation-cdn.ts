import type { Configuration } from "@fulmar/config";
import type { Sql } from "@fulmar/prisma";
import { type CdnProvider, edgeCdn, simulatedCdn, systemResolver } from "@fulmar/providers";
import { cdnKey } from "../object-storage/index.ts";
import { EDGE_DOCUMENTS, Sealer } from "../request/sealed-value.ts";
import { deriveUrlKey } from "./url-key.ts";

/** The CDN of an installation: its edges serve it. Without edges it is simulated, and so are certificates. */
export function installationCdn(
  sql: Sql,
  { secrets, publicObjectStoreUrl: storeUrl }: Pick<Configuration, "secrets" | "publicObjectStoreUrl">,
): CdnProvider {
  const simulated = simulatedCdn(sql, systemResolver());
  const sealer = new Sealer(secrets, EDGE_DOCUMENTS);
  const edge = edgeCdn(simulated.edge, {
    ...{ sql, storeUrl },
    seal: (text, boundTo) => sealer.seal(text, boundTo),
    originKeyOf: (bucket) => cdnKey(secrets[0], bucket),
    urlKeysOf: ({ bucketId }, { keyId: key_id, salt }) =>
      secrets.map((secret) => deriveUrlKey(secret, { key_id, salt }, bucketId)),
  });
  return { ...simulated, edge };
}
