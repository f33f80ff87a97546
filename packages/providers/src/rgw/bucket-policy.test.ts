import { expect, test } from "vitest";
import type { BucketGrant } from "../ports/object-storage-port.ts";
import { bucketPolicy } from "./bucket-policy.ts";

interface Statement {
  readonly Effect: "Allow" | "Deny";
  readonly Principal: { readonly AWS: readonly string[] } | "*";
  readonly Action: readonly string[];
}

/** The actions that a policy allows and denies a user. */
function rightsOf(permission: BucketGrant["permission"]) {
  const grant = { userId: "u", permission, bypassGovernance: false, allowedIpRanges: [] };
  const policy: { readonly Statement: readonly Statement[] } = JSON.parse(
    bucketPolicy("owner", "photos", { grants: [grant], isPublic: false }),
  );
  const own = policy.Statement.filter(
    ({ Principal }) => Principal !== "*" && Principal.AWS.includes("arn:aws:iam:::user/u"),
  );
  const of = (effect: Statement["Effect"]) =>
    own.filter(({ Effect }) => Effect === effect).flatMap(({ Action }) => Action);
  return { allowed: of("Allow"), denied: of("Deny") };
}

test("edges of the CDN read objects, and see that one is absent", () => {
  const { allowed, denied } = rightsOf("serve");
  expect(allowed).toEqual(["s3:GetObject", "s3:ListBucket"]);
  for (const action of ["s3:GetObjectVersion", "s3:ListBucketVersions", "s3:PutObject", "s3:GetObjectTagging"])
    expect(denied).toContain(action);
});

test("nobody stores more in the buckets of a suspended organization, and keys read and delete", () => {
  const grant = { userId: "u", permission: "read_write", bypassGovernance: false, allowedIpRanges: [] } as const;
  const policy: { readonly Statement: readonly Statement[] } = JSON.parse(
    bucketPolicy("owner", "photos", { grants: [grant], isPublic: false, storesNothing: true }),
  );
  const denied = policy.Statement.filter(({ Effect, Principal }) => Effect === "Deny" && Principal === "*");
  expect(denied.flatMap(({ Action }) => Action)).toEqual([
    ...["s3:PutObject", "s3:PutObjectTagging", "s3:PutObjectVersionTagging"],
  ]);
});

test.each(["read", "write", "read_write", "serve"] as const)("nothing is both allowed and denied: %s", (permission) => {
  const { allowed, denied } = rightsOf(permission);
  expect(denied.filter((action) => allowed.includes(action))).toEqual([]);
});
