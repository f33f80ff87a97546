import { createHash } from "node:crypto";
import { type DistributionDocument, DOCUMENTS, type PurgeDocument } from "@fulmar/edge-protocol";
import { type Sql, statement } from "@fulmar/prisma";
import type { EdgeConfiguration, EdgeDistribution, EdgeOrigin, EdgePort, EdgeSigningKey } from "../ports/cdn-ports.ts";
import type { EdgeDocuments } from "./edge-documents.ts";

// A document that was made with other settings counts as revision 0, so that it is made again.
const IN_FORCE = `SELECT id AS "distributionId", CASE WHEN made_with = $made_with THEN revision ELSE 0 END AS revision
     FROM edge_document WHERE kind = 'distribution' AND body_sealed IS NOT NULL`;
const find = statement("edge_distribution_find", `${IN_FORCE} AND id = ANY ($ids::text[])`);
const list = statement("edge_distribution_list", `${IN_FORCE} AND id > $after ORDER BY id LIMIT $limit`);

type ServedBucket = Pick<Extract<EdgeOrigin, { type: "bucket" }>, "workspaceId" | "bucketId">;

export interface EdgeCdnOptions {
  readonly sql: Sql;
  readonly documents: EdgeDocuments;
  /** The URL of the installation's object store, for regions without one of their own. */
  readonly storeUrl: string;
  /** The key by which edges read a bucket. */
  readonly originKeyOf: (bucket: ServedBucket) => { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The keys of a bucket's URLs, one for each secret of the installation. */
  readonly urlKeysOf: (bucket: ServedBucket, key: EdgeSigningKey) => readonly Buffer[];
}

/**
 * The CDN on edges. A distribution is written as a document, which every edge of the CDN receives by its stream
 * (docs/adr/0045). A change is applied when every connected edge serves it.
 * @param own the CDN of an installation without edges
 */
export function edgeCdn(own: EdgePort, options: EdgeCdnOptions): EdgePort {
  const { sql, documents, storeUrl, originKeyOf, urlKeysOf } = options;
  const none = { workspaceId: "", bucketId: "" };
  const madeWith = digestOf([
    ...[storeUrl, originKeyOf(none)],
    urlKeysOf(none, { keyId: "", salt: "", validUntil: null }).map((key) => key.toString("base64url")),
  ]);
  /**
   * The distributions of the one that serves, and at revision 0 those that only the other one still has, so that they
   * are found and removed.
   */
  const union = async (atEdges: readonly EdgeDistribution[], atOwn: readonly EdgeDistribution[]) => {
    const [serving, former] = (await documents.cdnHasEdges()) ? [atEdges, atOwn] : [atOwn, atEdges];
    const ids = new Set(serving.map(({ distributionId }) => distributionId));
    return [
      ...serving,
      ...former.flatMap((one) => (ids.has(one.distributionId) ? [] : [{ ...one, revision: 0 }])),
    ].toSorted((one, other) => (one.distributionId < other.distributionId ? -1 : 1));
  };
  return {
    async deploy(distributionId, configuration, signal) {
      const { revision } = configuration;
      const body = documentOf(configuration, options);
      const document = { kind: "distribution", id: distributionId, revision, body, madeWith } as const;
      if (!(await documents.put(document, signal))) await own.deploy(distributionId, configuration, signal);
    },
    async remove(distributionId, signal) {
      await documents.remove("distribution", distributionId);
      await own.remove(distributionId, signal);
    },
    async purge(distributionId, extent, signal) {
      const body: PurgeDocument = { distributionId, extent };
      const document = { kind: "purge", id: `${distributionId}.${digestOf(extent)}`, body } as const;
      if (!(await documents.put(document, signal))) await own.purge(distributionId, extent, signal);
    },
    async find(distributionIds, signal) {
      const atEdges = await sql.query(find, { made_with: madeWith, ids: distributionIds });
      return union(atEdges, await own.find(distributionIds, signal));
    },
    async list({ after, limit }, signal) {
      const atEdges = await sql.query(list, { made_with: madeWith, after, limit });
      return (await union(atEdges, await own.list({ after, limit }, signal))).slice(0, limit);
    },
  };
}

function documentOf(configuration: EdgeConfiguration, options: EdgeCdnOptions): DistributionDocument {
  const { enabled, hosts, commonPath, cachePolicy, website, origin } = configuration;
  return DOCUMENTS.distribution.parse({
    ...{ enabled, hosts, commonPath, cachePolicy, website },
    ...(origin.type === "custom" ? { origin, access: null } : ofBucket(origin, options)),
  });
}

function ofBucket(
  configured: Extract<EdgeOrigin, { type: "bucket" }>,
  { storeUrl, originKeyOf, urlKeysOf }: EdgeCdnOptions,
): Pick<DistributionDocument, "origin" | "access"> {
  const { name: bucket, region, endpoint, isPublic, signingKeys, endedSigners } = configured;
  const keys = signingKeys.flatMap((key) =>
    urlKeysOf(configured, key).map((bytes) => ({
      ...{ keyId: key.keyId, validUntil: key.validUntil },
      key: bytes.toString("base64url"),
    })),
  );
  return {
    origin: { type: "bucket", endpoint: endpoint ?? storeUrl, region, bucket, ...originKeyOf(configured) },
    access: { isPublic, keys, endedSigners },
  };
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
}
