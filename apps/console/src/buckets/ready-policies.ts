/** A policy to begin with. */
interface ReadyPolicy {
  readonly name: string;
  readonly hint: string;
  /** @param accessKeyId of a key that reaches the bucket, if there is one */
  readonly statements: (bucketName: string, accessKeyId: string | undefined) => readonly object[];
}

const objects = (bucketName: string, prefix = "") => `arn:aws:s3:::${bucketName}/${prefix}*`;

/** Takes the place of an access key where there is none. The editor says that it is not one. */
const SOME_KEY = "the id of an access key";

export const READY_POLICIES: readonly ReadyPolicy[] = [
  {
    name: "Public folder",
    hint: "Everyone reads objects under public/.",
    statements: (bucket) => [
      { Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: objects(bucket, "public/") },
    ],
  },
  {
    name: "Read-only key",
    hint: "One access key lists and reads, and changes nothing.",
    statements: (bucket, key = SOME_KEY) => [
      {
        ...{ Effect: "Deny", Principal: { AWS: key } },
        NotAction: ["s3:GetObject", "s3:GetObjectVersion", "s3:ListBucket", "s3:ListBucketVersions"],
        Resource: [`arn:aws:s3:::${bucket}`, objects(bucket)],
      },
    ],
  },
  {
    name: "Address range only",
    hint: "Requests from elsewhere are denied.",
    statements: (bucket) => [
      {
        ...{ Effect: "Deny", Principal: "*", Action: "s3:*" },
        Resource: [`arn:aws:s3:::${bucket}`, objects(bucket)],
        Condition: { NotIpAddress: { "aws:SourceIp": ["203.0.113.0/24"] } },
      },
    ],
  },
];

/** The policy with these statements added. @param document the present one, parsed; anything else is replaced */
export function withStatements(document: unknown, statements: readonly object[]): object {
  const present = isRecord(document) ? document : {};
  const held = present.Statement === undefined ? [] : [present.Statement].flat();
  return { Version: "2012-10-17", ...present, Statement: [...held, ...statements] };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
