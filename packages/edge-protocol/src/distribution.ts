import { z } from "zod";

/** Where an edge fetches what it has not cached. */
const DistributionOrigin = z.discriminatedUnion("type", [
  /** Objects are read by path-style requests, signed by AWS Signature Version 4 with the distribution's own key. */
  z.strictObject({
    type: z.literal("bucket"),
    /** The store's URL for S3 clients, such as http://127.0.0.1:4001. */
    endpoint: z.string(),
    region: z.string(),
    bucket: z.string(),
    accessKeyId: z.string(),
    secretAccessKey: z.string(),
  }),
  z.strictObject({ type: z.literal("custom"), url: z.string() }),
]);

/** A key that signs URLs of a bucket's objects. */
const UrlKey = z.strictObject({
  keyId: z.string(),
  /** 32 bytes in base64url. */
  key: z.string(),
  /** Seconds since 1970, after which everything that the key signed is refused; null if not yet known. */
  validUntil: z.int().nullable(),
});

/** Somebody whose credential ends before the URLs that it has signed. */
const EndedSigner = z.strictObject({
  /** As the `signer` parameter of URLs. */
  signer: z.string(),
  /** Seconds since 1970, after which the signer's URLs are refused. */
  until: z.int(),
});

/** Website behavior. Redirects follow the contract's `redirectTarget`, so that visitors cannot choose the host. */
const Website = z.strictObject({
  indexDocument: z.string(),
  errorDocument: z.string().nullable(),
  spa: z.boolean(),
  redirects: z.array(z.strictObject({ source: z.string(), destination: z.string(), status: z.int() })).readonly(),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })).readonly(),
});

/** The full configuration of a distribution, or of a bucket on the CDN's common domain. */
export const DistributionDocument = z.strictObject({
  /** A disabled distribution serves nothing but stays configured. */
  enabled: z.boolean(),
  /** The host names that it serves: its default domain, and verified custom domains with a certificate. */
  hosts: z.array(z.string()).readonly(),
  /** The prefix of paths on the common domain, such as /12/photos; null for a distribution, which has its own hosts. */
  commonPath: z.string().nullable(),
  origin: DistributionOrigin,
  cachePolicy: z.enum(["static-assets", "media", "short", "no-cache"]),
  /** Who may read a bucket; null for a custom origin, which everyone may read. Private objects need a signed URL. */
  access: z
    .strictObject({
      isPublic: z.boolean(),
      keys: z.array(UrlKey).readonly(),
      /** Missing in documents of earlier releases. */
      endedSigners: z.array(EndedSigner).readonly().default([]),
    })
    .nullable(),
  website: Website,
});
export type DistributionDocument = z.infer<typeof DistributionDocument>;

/** Cached responses to remove. Paths as in URLs; a path that ends with `*` matches by prefix. */
export const PurgeDocument = z.strictObject({
  distributionId: z.string(),
  extent: z.union([z.literal("everything"), z.strictObject({ paths: z.array(z.string()).readonly() })]),
});
export type PurgeDocument = z.infer<typeof PurgeDocument>;

/** A certificate for names that an edge serves, in PEM. */
export const CertificateDocument = z.strictObject({
  names: z.array(z.string()).readonly(),
  chainPem: z.string(),
  privateKeyPem: z.string(),
});
export type CertificateDocument = z.infer<typeof CertificateDocument>;

/** The answer to an HTTP challenge of a certificate authority (RFC 8555 §8.3). The document's id is the token. */
export const ChallengeDocument = z.strictObject({ domain: z.string(), keyAuthorization: z.string() });
export type ChallengeDocument = z.infer<typeof ChallengeDocument>;
