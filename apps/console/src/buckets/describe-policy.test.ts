import { readPolicy } from "@fulmar/contract/bucket-policy";
import { expect, test } from "vitest";
import { describeStatement } from "./describe-policy.ts";

const KEY = "FKABCDEFGHIJKLMNOPQR";
const BUCKET = "arn:aws:s3:::photos";
const everyone = { Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: `${BUCKET}/*` };

test.each([
  [{ Resource: `${BUCKET}/public/*` }, "Everyone may read objects under public/"],
  [
    { Principal: { AWS: KEY }, Action: ["s3:GetObject", "s3:PutObject"] },
    "The access key “laptop” may read and write all objects",
  ],
  [{ Action: "s3:ListBucket", Resource: BUCKET }, "Everyone may list the bucket"],
  [
    { Effect: "Deny", Action: "s3:*", Resource: [BUCKET, `${BUCKET}/*`] },
    "Everyone may not do anything with the bucket and all objects",
  ],
  [
    { Effect: "Deny", Principal: undefined, NotPrincipal: { AWS: "7" }, Resource: `${BUCKET}/a.txt` },
    "Everyone but every access key of the workspace 7 may not read the object a.txt",
  ],
  [
    {
      Condition: {
        NotIpAddress: { "aws:SourceIp": ["192.0.2.0/24", "2001:db8::/32"] },
        Bool: { "aws:SecureTransport": "true" },
      },
    },
    "Everyone may read all objects, from anywhere but 192.0.2.0/24 or 2001:db8::/32, and over HTTPS",
  ],
])("%j", (statement, sentence) => {
  const [first] = readPolicy({ Statement: { ...everyone, ...statement } }, "photos").policy?.statements ?? [];
  expect(first && describeStatement(first, "photos", [{ access_key_id: KEY, name: "laptop" }])).toBe(sentence);
});
