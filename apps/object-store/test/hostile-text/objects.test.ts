// Hostile text in what names or describes an object: each request is answered or refused, and none is an error of the store.
// FULMAR_SEED repeats a run, and FULMAR_STEPS makes a longer one.
import fc from "fast-check";
import { test } from "vitest";
import { type Asked, encoded, hostileStore } from "./hostile-fixture.ts";
import { changed, headersOf, hostile, inHeader, queryOf } from "./hostile-words.ts";

const { Bucket, uploadId, check } = await hostileStore();

const READ = [
  "range",
  "if-range",
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-unmodified-since",
  "x-amz-expected-bucket-owner",
  "x-amz-checksum-mode",
  "x-amz-object-attributes",
  "x-amz-max-parts",
  "x-amz-part-number-marker",
  "x-amz-server-side-encryption-customer-algorithm",
  "x-amz-server-side-encryption-customer-key",
  "x-amz-server-side-encryption-customer-key-md5",
  "origin",
  "user-agent",
  "referer",
  "x-amz-tagging",
];
const WRITTEN = [
  "content-type",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires",
  "content-md5",
  "if-match",
  "if-none-match",
  "x-amz-tagging",
  "x-amz-object-lock-mode",
  "x-amz-object-lock-retain-until-date",
  "x-amz-object-lock-legal-hold",
  "x-amz-storage-class",
  "x-amz-acl",
  "x-amz-grant-read",
  "x-amz-website-redirect-location",
  "x-amz-meta-a",
  "x-amz-meta-",
  "x-amz-checksum-algorithm",
  "x-amz-checksum-crc32",
  "x-amz-checksum-sha256",
  "x-amz-checksum-type",
  "x-amz-sdk-checksum-algorithm",
  "x-amz-trailer",
  "x-amz-decoded-content-length",
  "x-amz-mp-object-size",
  "x-amz-server-side-encryption",
  "x-amz-server-side-encryption-customer-algorithm",
  "x-amz-server-side-encryption-customer-key",
  "x-amz-server-side-encryption-customer-key-md5",
  "x-amz-bypass-governance-retention",
  "x-amz-write-offset-bytes",
];
const COPIED = [
  "x-amz-copy-source",
  "x-amz-copy-source-range",
  "x-amz-copy-source-if-match",
  "x-amz-copy-source-if-none-match",
  "x-amz-copy-source-if-modified-since",
  "x-amz-copy-source-if-unmodified-since",
  "x-amz-metadata-directive",
  "x-amz-tagging-directive",
  "x-amz-copy-source-server-side-encryption-customer-key",
  "x-amz-source-expected-bucket-owner",
];
const LISTED = [
  "list-type",
  "prefix",
  "delimiter",
  "marker",
  "start-after",
  "continuation-token",
  "max-keys",
  "encoding-type",
  "fetch-owner",
  "versions",
  "key-marker",
  "version-id-marker",
  "uploads",
  "upload-id-marker",
  "max-uploads",
  "max-buckets",
  "bucket-region",
];
const NAMED = [
  "versionId",
  "partNumber",
  "uploadId",
  "max-parts",
  "part-number-marker",
  "attributes",
  "acl",
  "tagging",
  "retention",
  "legal-hold",
  "response-content-type",
  "response-content-disposition",
  "response-cache-control",
  "response-expires",
];
const inPath = hostile.map((text) => text.split("/").map(encoded).join("/"));

test.each<[string, fc.Arbitrary<Asked>]>([
  [
    "the headers of a GET",
    fc.record({
      method: fc.constantFrom("GET", "HEAD"),
      path: fc.constant(`/${Bucket}/o`),
      headers: headersOf(READ),
    }),
  ],
  [
    "the headers of a visitor's GET",
    fc.record({
      method: fc.constantFrom("GET", "HEAD"),
      path: fc.constant(`/${Bucket}/o`),
      headers: headersOf(READ),
      signed: fc.constant("not"),
    }),
  ],
  [
    "the headers of a PUT",
    fc.record({
      method: fc.constant("PUT"),
      path: fc.constant(`/${Bucket}/written`),
      headers: headersOf(WRITTEN),
      body: fc.constantFrom("", "x"),
    }),
  ],
  [
    "the headers of a new upload",
    fc.record({
      method: fc.constant("POST"),
      path: fc.constant(`/${Bucket}/parts`),
      query: fc.constant([["uploads", ""]] as const),
      headers: headersOf(WRITTEN),
    }),
  ],
  [
    "the source of a copy",
    fc.record({
      method: fc.constant("PUT"),
      path: fc.constant(`/${Bucket}/copy`),
      headers: fc
        .tuple(headersOf(COPIED), fc.oneof(inHeader, fc.constant(`/${Bucket}/o`)))
        .map(([more, source]) => ({ "x-amz-copy-source": source, ...more })),
    }),
  ],
  [
    "the source of a part",
    fc.record({
      method: fc.constant("PUT"),
      path: fc.constant(`/${Bucket}/parts`),
      query: hostile.map(
        (part) =>
          [
            ["partNumber", part === "" ? "1" : part],
            ["uploadId", uploadId],
          ] as const,
      ),
      headers: headersOf(COPIED).map((more) => ({ "x-amz-copy-source": `/${Bucket}/o`, ...more })),
    }),
  ],
  [
    "the query of a list",
    fc.record({ method: fc.constant("GET"), path: fc.constantFrom(`/${Bucket}`, "/"), query: queryOf(LISTED) }),
  ],
  [
    "the query of an object",
    fc.record({
      method: fc.constantFrom("GET", "HEAD", "DELETE", "PUT", "POST"),
      path: fc.constantFrom(`/${Bucket}/none`, `/${Bucket}/parts`),
      query: queryOf(NAMED),
      headers: headersOf(READ),
    }),
  ],
  [
    "a presigned URL",
    fc.record({
      method: fc.constantFrom("GET", "PUT"),
      path: fc.constant(`/${Bucket}/o`),
      query: queryOf([...NAMED, ...WRITTEN]),
      signed: fc.constant("in the URL"),
    }),
  ],
  [
    "a path",
    fc.record({
      method: fc.constantFrom("GET", "PUT", "DELETE", "HEAD"),
      path: fc.oneof(
        inPath.map((path) => `/${Bucket}/${path}`),
        inPath.map((path) => `/${path}`),
      ),
    }),
  ],
  [
    "a visitor's path",
    fc.record({
      method: fc.constant("GET"),
      path: fc.oneof(
        inPath.map((path) => `/${path}/o`),
        hostile.map((text) => `/${text.replaceAll(/[^\x21-\x7e]/g, "")}`),
      ),
      signed: fc.constant("not"),
    }),
  ],
  [
    "a preflight",
    fc.record({
      method: fc.constant("OPTIONS"),
      path: fc.oneof(
        fc.constant(`/${Bucket}/o`),
        inPath.map((path) => `/${path}/o`),
      ),
      query: queryOf(["X-Amz-Credential", "AWSAccessKeyId"]),
      headers: headersOf(["origin", "access-control-request-method", "access-control-request-headers"]),
      signed: fc.constant("not"),
    }),
  ],
  [
    "the name of a website",
    fc.record({
      method: fc.constantFrom("GET", "POST"),
      path: inPath.map((path) => `/${path}`),
      headers: fc.oneof(fc.constant(Bucket), inHeader).map((name) => ({ host: `${name}.s3-website.localhost` })),
      signed: fc.constant("not"),
    }),
  ],
  [
    "an encoded body",
    fc.record({
      method: fc.constant("PUT"),
      path: fc.constant(`/${Bucket}/chunks`),
      body: changed("5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n"),
      headers: fc
        .constantFrom("STREAMING-UNSIGNED-PAYLOAD-TRAILER", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", "STREAMING-OTHER")
        .map((kind) => ({
          "x-amz-content-sha256": kind,
          "content-encoding": "aws-chunked",
          "x-amz-decoded-content-length": "5",
          "x-amz-trailer": "x-amz-checksum-crc32",
        })),
    }),
  ],
])("%s", (_, requests) => check(requests));
