import { createHmac } from "node:crypto";
import { hmac, signingKey } from "@fulmar/core/s3-signing";
import { describe, expect, test } from "vitest";
import { codeOf } from "./form-fixture.ts";
import { checkPolicy } from "./post-policy.ts";
import { postSignature, verifyPostSignature } from "./post-signature.ts";

// AWS: Example: Browser-Based Upload using HTTP POST (Using AWS Signature Version 4).
const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const POLICY = `{ "expiration": "2015-12-30T12:00:00.000Z",
  "conditions": [
    {"bucket": "sigv4examplebucket"},
    ["starts-with", "$key", "user/user1/"],
    {"acl": "public-read"},
    {"success_action_redirect": "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"},
    ["starts-with", "$Content-Type", "image/"],
    {"x-amz-meta-uuid": "14365123651274"},
    {"x-amz-server-side-encryption": "AES256"},
    ["starts-with", "$x-amz-meta-tag", ""],

    {"x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"},
    {"x-amz-algorithm": "AWS4-HMAC-SHA256"},
    {"x-amz-date": "20151229T000000Z" }
  ]
}`.replaceAll("\n", "\r\n");
const SIGNATURE = "8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e";
const SIGNED = {
  policy: Buffer.from(POLICY).toString("base64"),
  "x-amz-algorithm": "AWS4-HMAC-SHA256",
  "x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request",
  "x-amz-date": "20151229T000000Z",
  "x-amz-signature": SIGNATURE,
};

const SCOPE = { date: "20151229", region: "us-east-1", service: "s3" };

const formWith = (fields: Readonly<Record<string, string>>) => ({ fields: new Map(Object.entries(fields)) });
const without = (name: keyof typeof SIGNED) => Object.entries(SIGNED).filter(([field]) => field !== name);

/** The signature of the example. */
function example() {
  const signature = postSignature(formWith(SIGNED));
  if (signature === undefined) throw new Error("the form is signed");
  return signature;
}

describe("AWS' example", () => {
  test("is read and matches its signature", () => {
    expect(example()).toEqual({
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      scope: { date: "20151229", region: "us-east-1", service: "s3" },
      policy: SIGNED.policy,
      signature: SIGNATURE,
    });
    verifyPostSignature(example(), ["another", SECRET]);
  });

  test("meets its policy", () => {
    const fields = {
      ...SIGNED,
      key: "user/user1/a.jpg",
      acl: "public-read",
      success_action_redirect: "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html",
      "content-type": "image/jpeg",
      "x-amz-meta-uuid": "14365123651274",
      "x-amz-server-side-encryption": "AES256",
      "x-amz-meta-tag": "",
    };
    const now = new Date("2015-12-30T11:59:59Z");
    expect(checkPolicy(SIGNED.policy, formWith(fields).fields, "sigv4examplebucket", now)).toEqual({
      least: 0,
      most: 5 * 1024 ** 3,
    });
  });
});

test.each([
  ["other secrets", example(), ["another", ""]],
  ["no secrets", example(), []],
  ["another policy", { ...example(), policy: Buffer.from(`${POLICY} `).toString("base64") }, [SECRET]],
  ["another day", { ...example(), scope: { ...SCOPE, date: "20151230" } }, [SECRET]],
  ["the signature of nothing", { ...example(), signature: hmac(signingKey("", SCOPE), "").toString("hex") }, [SECRET]],
])("403 for %s", async (_, signature, secrets) => {
  expect(await codeOf(() => verifyPostSignature(signature, secrets))).toBe("SignatureDoesNotMatch");
});

test("a form without any of the fields is not signed", () => {
  expect(postSignature(formWith({ key: "k", acl: "private" }))).toBeUndefined();
});

test.each([
  ["no policy", Object.fromEntries(without("policy")), "InvalidArgument"],
  ["no algorithm", Object.fromEntries(without("x-amz-algorithm")), "InvalidArgument"],
  ["no credential", Object.fromEntries(without("x-amz-credential")), "InvalidArgument"],
  ["no date", Object.fromEntries(without("x-amz-date")), "InvalidArgument"],
  ["no signature", Object.fromEntries(without("x-amz-signature")), "InvalidArgument"],
  ["only a policy", { policy: SIGNED.policy }, "InvalidArgument"],
  ["another algorithm", { ...SIGNED, "x-amz-algorithm": "AWS4-ECDSA-P256-SHA256" }, "InvalidRequest"],
  [
    "Signature Version 2 without a policy",
    { awsaccesskeyid: "AKIAIOSFODNN7EXAMPLE", signature: "x" },
    "InvalidArgument",
  ],
  ["a credential without a scope", { ...SIGNED, "x-amz-credential": "AKIAIOSFODNN7EXAMPLE" }, "InvalidArgument"],
  [
    "a credential of another service",
    { ...SIGNED, "x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/ec2/aws4_request" },
    "InvalidArgument",
  ],
  ["a date of another day", { ...SIGNED, "x-amz-date": "20151230T000000Z" }, "InvalidArgument"],
  ["a date in another format", { ...SIGNED, "x-amz-date": "2015-12-29T00:00:00Z" }, "InvalidArgument"],
  [
    "a signature in base64",
    { ...SIGNED, "x-amz-signature": "iv2/QAjAPyLCzTzbcuSvux9qWI8yVaxih0mmbX8JaZ4=" },
    "InvalidArgument",
  ],
])("%s is refused", async (_, fields, code) => {
  expect(await codeOf(() => postSignature(formWith(fields)))).toBe(code);
});

test("a form is signed by Signature Version 2 with its secret only", async () => {
  const signature = createHmac("sha1", SECRET).update(SIGNED.policy).digest("base64");
  const signed = postSignature(formWith({ awsaccesskeyid: "AKIAIOSFODNN7EXAMPLE", policy: SIGNED.policy, signature }));
  if (signed === undefined) throw new Error("the form is signed");
  verifyPostSignature(signed, ["another secret", SECRET]);
  expect(await codeOf(() => verifyPostSignature(signed, ["another secret"]))).toBe("SignatureDoesNotMatch");
});
