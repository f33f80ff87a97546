// Pages of other origins, which a bucket's CORS rules allow.
import {
  type CORSRule,
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();
const ORIGIN = "https://app.example.com";
const RULES = [
  {
    AllowedOrigins: ["https://*.example.com"],
    AllowedMethods: ["GET", "PUT"],
    AllowedHeaders: ["x-amz-*", "content-type"],
    ExposeHeaders: ["ETag"],
    MaxAgeSeconds: 60,
  },
  { AllowedOrigins: ["*"], AllowedMethods: ["HEAD"] },
];

async function bucketWithRules(CORSRules: CORSRule[] = RULES): Promise<string> {
  const Bucket = await fixture.bucket();
  await s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "hello" }));
  return Bucket;
}

function preflight(Bucket: string, origin: string, method: string, headers?: string): Promise<Response> {
  return fetch(`${fixture.endpoint}/${Bucket}/a`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": method,
      ...(headers !== undefined && { "access-control-request-headers": headers }),
    },
  });
}

test("rules are read back as they were set, and deleted", async () => {
  const Bucket = await bucketWithRules();
  expect((await s3.send(new GetBucketCorsCommand({ Bucket }))).CORSRules).toEqual(RULES);
  await s3.send(new DeleteBucketCorsCommand({ Bucket }));
  expect(await refusal(s3.send(new GetBucketCorsCommand({ Bucket })))).toBe("404 NoSuchCORSConfiguration");
  expect((await preflight(Bucket, ORIGIN, "GET")).status).toBe(403);
});

test.each([
  ["a method of the rule", ORIGIN, "GET", undefined, 200],
  ["headers of the rule", ORIGIN, "PUT", "Content-Type, x-amz-meta-a", 200],
  ["another header", ORIGIN, "PUT", "x-other", 403],
  ["another method", ORIGIN, "DELETE", undefined, 403],
  ["another origin", "https://example.org", "GET", undefined, 403],
  ["any origin", "https://example.org", "HEAD", undefined, 200],
])("a preflight for %s", async (_, origin, method, headers, expected) => {
  const answer = await preflight(await bucketWithRules(), origin, method, headers);
  expect(answer.status).toBe(expected);
  const allowed = answer.headers.get("access-control-allow-origin");
  expect(allowed).toBe(expected === 403 ? null : method === "HEAD" ? "*" : origin);
  expect(answer.headers.get("vary")).toBe("Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
});

test("an answer says which page may read it, also an error", async () => {
  const Bucket = await bucketWithRules();
  const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: "a" }));
  const read = await fetch(url, { headers: { origin: ORIGIN } });
  expect([await read.text(), read.headers.get("access-control-allow-origin")]).toEqual(["hello", ORIGIN]);
  expect(read.headers.get("access-control-expose-headers")).toBe("ETag");
  const absent = await fetch(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: "absent" })), {
    headers: { origin: ORIGIN },
  });
  expect([read.headers.get("vary"), absent.headers.get("vary")]).toEqual(["Origin", "Origin"]);
  expect([absent.status, absent.headers.get("access-control-allow-origin")]).toEqual([404, ORIGIN]);
  const other = await fetch(url, { headers: { origin: "https://example.org" } });
  expect([other.status, other.headers.get("access-control-allow-origin")]).toEqual([200, null]);
});

test("the rules are those of the key's own workspace", async () => {
  const Bucket = await bucketWithRules();
  const tenant = await fixture.createTenant();
  await fixture.api("bucket.create", { name: Bucket, region: "eu-central-1" }, tenant);
  const theirs = fixture.client(await fixture.key({}, tenant));
  await theirs.send(new PutObjectCommand({ Bucket, Key: "a", Body: "theirs" }));
  const answer = await fetch(await getSignedUrl(theirs, new GetObjectCommand({ Bucket, Key: "a" })), {
    headers: { origin: ORIGIN },
  });
  expect([await answer.text(), answer.headers.get("access-control-allow-origin")]).toEqual(["theirs", null]);
});

test.each([
  ["no origin", { AllowedOrigins: [], AllowedMethods: ["GET"] }, "400 MalformedXML"],
  ["an unknown method", { AllowedOrigins: ["*"], AllowedMethods: ["PATCH"] }, "400 InvalidRequest"],
  ["two stars", { AllowedOrigins: ["https://*.*"], AllowedMethods: ["GET"] }, "400 InvalidRequest"],
])("refused: %s", async (_, rule, expected) => {
  const Bucket = await fixture.bucket();
  const set = s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
  expect(await refusal(set)).toBe(expected);
});

test("a preflight is compared with no more rules than take a moment, and is refused then", async () => {
  const AllowedHeaders = [...Array.from({ length: 99 }, (_, index) => `y${index}-*`), "x-*"];
  const rule = { AllowedOrigins: ["*"], AllowedMethods: ["GET"], AllowedHeaders };
  const last = { AllowedOrigins: ["*"], AllowedMethods: ["GET"], AllowedHeaders: ["*"] };
  const Bucket = await bucketWithRules([...Array.from({ length: 8 }, () => rule), last]);
  const names = (count: number) => [...Array.from({ length: count }, (_, index) => `x-${index}`), "z"].join(", ");
  expect((await preflight(Bucket, ORIGIN, "GET", names(2))).status).toBe(200);
  expect((await preflight(Bucket, ORIGIN, "GET", names(99))).status).toBe(403);
});
