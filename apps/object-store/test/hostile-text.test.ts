// Hostile text wherever a request has any: each is answered or refused, and none is an error of the store. FULMAR_SEED
// repeats a run, and FULMAR_STEPS makes a longer one.
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import {
  CreateMultipartUploadCommand,
  PutBucketWebsiteCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { ALGORITHM, hmac, scopeText, signingKey, stringToSign } from "@fulmar/core/object-store";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storeOfFile } from "./store-fixture.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_270_101);
const RUNS = Number(process.env.FULMAR_STEPS ?? 60);

const { fixture, credentials, s3 } = await storeOfFile({
  environment: {
    ...{ FULMAR_OBJECT_RATE_LIMIT: "1000000", FULMAR_OBJECT_RATE_BURST: "1000000" },
    ...{ FULMAR_FAILURE_LIMIT: "1000000", FULMAR_FAILURE_BURST: "1000000" },
  },
});
const { port } = fixture;
const Bucket = await fixture.bucket({ is_public: true, object_lock_enabled: true });
let uploadId: string;
beforeAll(async () => {
  await s3.send(new PutObjectCommand({ Bucket, Key: "o", Body: "0123456789" }));
  await s3.send(
    new PutBucketWebsiteCommand({
      Bucket,
      WebsiteConfiguration: { IndexDocument: { Suffix: "o" }, ErrorDocument: { Key: "o" } },
    }),
  );
  const upload = { Bucket, Key: "parts" };
  uploadId = (await s3.send(new CreateMultipartUploadCommand(upload))).UploadId ?? "";
  await s3.send(new UploadPartCommand({ ...upload, UploadId: uploadId, PartNumber: 1, Body: "x" }));
});

/** How many requests got which status. */
const statuses = new Map<number, number>();
afterAll(() => {
  const counts = [...statuses].toSorted(([one], [other]) => one - other).map((pair) => pair.join(": "));
  console.info(`hostile text, seed ${SEED}: ${counts.join(", ")}`);
});

interface Asked {
  readonly method: string;
  /** Percent-encoded. */
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Left out: by a header, Version 4. */
  readonly signed?: "not" | "in the URL";
}

const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** The bytes of a request, signed as it is: what is wrong with it is not its signature. */
function bytesOf({ method, path, query = [], headers = {}, body = "", signed }: Asked): Buffer {
  const content = Buffer.from(body);
  const at = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = { date: at.slice(0, 8), region: "eu-central-1", service: "s3" };
  const digest = createHash("sha256").update(content).digest("hex");
  const { "x-amz-content-sha256": hash = digest } = headers;
  const own = { host: `127.0.0.1:${port}`, "content-length": String(content.length) };
  const dated = signed === undefined ? { "x-amz-date": at, "x-amz-content-sha256": hash } : {};
  // As HTTP reads them: without spaces at either end.
  const sent = Object.entries({ ...own, ...dated, ...headers }).map(([name, value]) => [name, value.trim()] as const);
  const all = sent.filter(([name]) => name !== "content-length").toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = all.map(([name]) => name).join(";");
  const credential = `${credentials.accessKeyId}/${scopeText(scope)}`;
  const inUrl = [
    ...[
      ["X-Amz-Algorithm", ALGORITHM],
      ["X-Amz-Credential", credential],
      ["X-Amz-Date", at],
    ],
    ...[
      ["X-Amz-Expires", "600"],
      ["X-Amz-SignedHeaders", names],
    ],
  ] as [string, string][];
  const whole = signed === "in the URL" ? [...query, ...inUrl] : query;
  const payloadHash = signed === "in the URL" ? "UNSIGNED-PAYLOAD" : hash;
  const request = { method, path, query: whole, headers: all, payloadHash };
  const signature = hmac(signingKey(credentials.secretAccessKey, scope), stringToSign(at, scope, request)).toString(
    "hex",
  );
  const authorization = `authorization: ${ALGORITHM} Credential=${credential},SignedHeaders=${names},Signature=${signature}`;
  const asked = (signed === "in the URL" ? [...whole, ["X-Amz-Signature", signature]] : whole).map((pair) =>
    pair.map((each) => encoded(`${each}`)).join("="),
  );
  const lines = [
    `${method} ${path}${asked.length === 0 ? "" : `?${asked.join("&")}`} HTTP/1.1`,
    ...sent.map((pair) => pair.join(": ")),
    ...(signed === undefined ? [authorization] : []),
    ...["connection: close", "", ""],
  ];
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), content]);
}

/** @returns the status; 0 where Node's parser has closed the connection */
async function statusOf(bytes: Uint8Array): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.write(bytes);
  const answer = await textOf(socket).catch(() => "");
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  // S3's features that the store lacks are 501.
  expect(
    status < 500 || status === 501,
    `${answer.slice(0, 300)} for ${Buffer.from(bytes).toString("latin1").slice(0, 1_000)}`,
  ).toBe(true);
  return status;
}

const check = (requests: fc.Arbitrary<Asked>) =>
  fc.assert(
    fc.asyncProperty(requests, async (asked) => void (await statusOf(bytesOf(asked)))),
    { numRuns: RUNS, seed: SEED },
  );

const WORDS = [
  ...[
    "",
    " ",
    "\t",
    "*",
    "**",
    "?",
    "/",
    "//",
    "..",
    "../..",
    ".",
    "%",
    "%2",
    "%00",
    "%ff",
    "%2F",
    "+",
    "-",
    "--",
    "=",
    "==",
    "&",
    ";",
    ",",
    ",,,",
    ":",
    "|",
    "\\",
    "'",
    '"',
    "`",
    "$",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "(",
    ")",
    "~",
    "^",
    "#",
    "!",
  ],
  ...[
    "null",
    "undefined",
    "true",
    "false",
    "NaN",
    "Infinity",
    "-Infinity",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "length",
  ],
  ...[
    "0",
    "-0",
    "1",
    "-1",
    "00",
    "01",
    "1e9",
    "1e999",
    "0x10",
    "1.5",
    "+1",
    " 1",
    "1 ",
    "2147483648",
    "9007199254740993",
    "9".repeat(20),
    "9".repeat(400),
  ],
  ...[
    "2026-01-01T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "0000-00-00T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "+275760-09-13T00:00:00Z",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "Mon, 00 Foo 0000 99:99:99 GMT",
  ],
  ...[
    "bytes=0-",
    "bytes=-",
    "bytes=-0",
    "bytes=1-0",
    "bytes=0-0,1-1",
    "bytes=a-b",
    "bytes=0-1",
    "STANDARD",
    "GOVERNANCE",
    "COMPLIANCE",
    "ON",
    "OFF",
    "Enabled",
    "Suspended",
    "AES256",
    "aws:kms",
    "COPY",
    "REPLACE",
    "crc32",
    "CRC32",
    "sha256",
    "FULL_OBJECT",
    "url",
  ],
  ...[
    "a".repeat(300),
    "a".repeat(2_000),
    " ".repeat(500),
    "*a".repeat(200),
    "=".repeat(300),
    "\u00e9".repeat(100),
    "&#65;".repeat(50),
    "<".repeat(50),
  ],
];
const word = fc.constantFrom(...WORDS);
const characters = fc.string({ unit: "grapheme", maxLength: 20 });
const binary = fc.string({ unit: "binary", maxLength: 20 });
const hostile = fc.oneof(
  word,
  characters,
  binary,
  fc.array(fc.oneof(word, characters), { maxLength: 4 }).map((parts) => parts.join("")),
);
/** The hostile texts that HTTP lets a header have, in Latin-1. */
const inHeader = hostile.map((text) => Buffer.from(text.replaceAll(/\p{Cc}/gu, "")).toString("latin1"));
const headersOf = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names), inHeader, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
const queryOf = (names: readonly string[]) =>
  fc.array(
    fc.tuple(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: characters }),
      hostile,
    ),
    { maxLength: 5 },
  );

/**
 * A valid text with some places changed: something hostile in place of a piece, a piece twice, or an end that is
 * missing.
 */
const changed = (valid: string) =>
  fc
    .array(fc.record({ at: fc.nat(valid.length), length: fc.nat(12), by: hostile, twice: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) =>
      changes.reduce(
        (text, { at, length, by, twice }) =>
          text.slice(0, at) + (twice ? text.slice(at, at + length).repeat(2) : by) + text.slice(at + length),
        valid,
      ),
    );

/** A document whose texts are hostile and whose elements are as they should be, or the other way round. */
const documentLike = (valid: string) => {
  const texts = [...valid.matchAll(/>([^<]+)</g)].map(([, text = ""]) => text);
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const inPlace = fc.tuple(fc.nat(Math.max(texts.length - 1, 0)), hostile).map(([index, text]) => {
    let place = 0;
    return valid.replaceAll(/>([^<]+)</g, (whole) => (place++ === index ? `>${escaped(text)}<` : whole));
  });
  return fc.oneof(inPlace, changed(valid), hostile);
};

const tag = "<Tag><Key>a</Key><Value>b</Value></Tag>";
const owner = `<Owner><ID>1</ID></Owner>`;
const DOCUMENTS: Readonly<Record<string, string>> = {
  "PUT bucket cors": `<CORSConfiguration><CORSRule><ID>i</ID><AllowedOrigin>https://*.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedHeader>x-*</AllowedHeader><ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>5</MaxAgeSeconds></CORSRule></CORSConfiguration>`,
  "PUT bucket lifecycle": `<LifecycleConfiguration><Rule><ID>i</ID><Filter><And><Prefix>logs/</Prefix>${tag}<ObjectSizeGreaterThan>1</ObjectSizeGreaterThan></And></Filter><Status>Enabled</Status><Expiration><Days>3</Days></Expiration><NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays><NewerNoncurrentVersions>2</NewerNoncurrentVersions></NoncurrentVersionExpiration></Rule><Rule><ID>j</ID><Filter><Prefix>x</Prefix></Filter><Status>Enabled</Status><Expiration><Date>2100-01-01T00:00:00Z</Date></Expiration><AbortIncompleteMultipartUpload><DaysAfterInitiation>400</DaysAfterInitiation></AbortIncompleteMultipartUpload></Rule></LifecycleConfiguration>`,
  "PUT bucket tagging": `<Tagging><TagSet>${tag}</TagSet></Tagging>`,
  "PUT object tagging": `<Tagging><TagSet>${tag}</TagSet></Tagging>`,
  "PUT bucket website":
    "<WebsiteConfiguration><IndexDocument><Suffix>o</Suffix></IndexDocument><ErrorDocument><Key>o</Key></ErrorDocument><RoutingRules><RoutingRule><Condition><KeyPrefixEquals>a</KeyPrefixEquals><HttpErrorCodeReturnedEquals>404</HttpErrorCodeReturnedEquals></Condition><Redirect><HostName>h</HostName><Protocol>https</Protocol><HttpRedirectCode>302</HttpRedirectCode><ReplaceKeyPrefixWith>b</ReplaceKeyPrefixWith></Redirect></RoutingRule></RoutingRules></WebsiteConfiguration>",
  "PUT bucket versioning": "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>",
  "PUT bucket object-lock":
    "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention></Rule></ObjectLockConfiguration>",
  "PUT bucket encryption":
    "<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>",
  "PUT bucket publicAccessBlock":
    "<PublicAccessBlockConfiguration><BlockPublicPolicy>false</BlockPublicPolicy></PublicAccessBlockConfiguration>",
  "PUT bucket ownershipControls":
    "<OwnershipControls><Rule><ObjectOwnership>BucketOwnerEnforced</ObjectOwnership></Rule></OwnershipControls>",
  "PUT bucket acl": `<AccessControlPolicy>${owner}<AccessControlList><Grant><Grantee><ID>1</ID></Grantee><Permission>FULL_CONTROL</Permission></Grant></AccessControlList></AccessControlPolicy>`,
  "PUT object acl": `<AccessControlPolicy>${owner}<AccessControlList></AccessControlList></AccessControlPolicy>`,
  "PUT object retention":
    "<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>2030-01-01T00:00:00Z</RetainUntilDate></Retention>",
  "PUT object legal-hold": "<LegalHold><Status>OFF</Status></LegalHold>",
  "POST bucket delete":
    "<Delete><Quiet>true</Quiet><Object><Key>none</Key><VersionId>null</VersionId><ETag>e</ETag><Size>1</Size><LastModifiedTime>Thu, 01 Jan 1970 00:00:00 GMT</LastModifiedTime></Object></Delete>",
  "POST object uploadId":
    "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>e</ETag><ChecksumCRC32>AAAAAA==</ChecksumCRC32></Part></CompleteMultipartUpload>",
  "PUT bucket policy": JSON.stringify({
    Version: "2012-10-17",
    Id: "i",
    Statement: [
      {
        Sid: "s",
        Effect: "Deny",
        Principal: { AWS: ["*"] },
        Action: ["s3:GetObject"],
        Resource: [`arn:aws:s3:::${Bucket}/none*`],
        Condition: {
          StringLike: { "aws:UserAgent": ["*none?*"] },
          IpAddress: { "aws:SourceIp": "192.0.2.0/24" },
          DateLessThan: { "aws:CurrentTime": "2000-01-01T00:00:00Z" },
        },
      },
    ],
  }),
};

test.each(Object.keys(DOCUMENTS))("in the document of %s", (name) => {
  const [method = "", place, subresource = ""] = name.split(" ");
  const path = place === "bucket" ? `/${Bucket}` : subresource === "uploadId" ? `/${Bucket}/parts` : `/${Bucket}/o`;
  return check(
    documentLike(DOCUMENTS[name] ?? "").map((body) => ({
      ...{ method, path, body, query: [[subresource, subresource === "uploadId" ? uploadId : ""]] as const },
      headers: { "content-md5": createHash("md5").update(body).digest("base64") },
    })),
  );
});

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

describe("in what names or describes an object:", () => {
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
});

describe("in a signature:", () => {
  const V4 = `${ALGORITHM} Credential=${credentials.accessKeyId}/20260101/eu-central-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=${"0".repeat(64)}`;
  const path = `/${Bucket}/o`;
  const dates = fc.dictionary(fc.constantFrom("date", "x-amz-date", "x-amz-content-sha256"), inHeader, {
    noNullPrototype: true,
  });
  const inUrl = (names: Readonly<Record<string, string>>) =>
    fc.tuple(
      ...Object.entries(names).map(([name, valid]) =>
        fc.oneof(fc.constant(valid), hostile).map((value) => [name, value] as const),
      ),
    );
  const shared = { method: fc.constant("GET"), path: fc.constant(path), signed: fc.constant("not" as const) };
  test.each<[string, fc.Arbitrary<Asked>]>([
    [
      "of Version 4 in a header",
      fc.record({
        ...shared,
        headers: fc.tuple(fc.oneof(changed(V4), inHeader), dates).map(([text, more]) => ({
          ...more,
          authorization: Buffer.from(text.replaceAll(/\p{Cc}/gu, "")).toString("latin1"),
        })),
      }),
    ],
    [
      "of Version 4 in a URL",
      fc.record({
        ...shared,
        query: inUrl({
          "X-Amz-Algorithm": ALGORITHM,
          "X-Amz-Credential": `${credentials.accessKeyId}/20260101/eu-central-1/s3/aws4_request`,
          "X-Amz-Date": "20260101T000000Z",
          "X-Amz-Expires": "60",
          "X-Amz-SignedHeaders": "host",
          "X-Amz-Signature": "0".repeat(64),
        }),
      }),
    ],
    [
      "of Version 2 in a URL",
      fc.record({
        ...shared,
        query: inUrl({
          AWSAccessKeyId: credentials.accessKeyId,
          Expires: "2000000000",
          Signature: "AAAA",
          acl: "",
          "content-type": "a/b",
        }),
      }),
    ],
  ])("%s", (_, requests) => check(requests));
});

describe("in a form:", () => {
  const boundary = "frontier";
  const part = (name: string, value: string, more = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const formOf = (fields: Readonly<Record<string, string>>) =>
    [
      ...Object.entries(fields).map(([name, value]) => part(name, value)),
      part("file", "hello", '; filename="a.txt"'),
      `--${boundary}--\r\n`,
    ].join("");
  /** Signed by Version 2, which signs the policy alone. */
  const signedForm = (policy: string, fields: Readonly<Record<string, string>>) => {
    const text = Buffer.from(policy).toString("base64");
    const signature = createHmac("sha1", credentials.secretAccessKey).update(text).digest("base64");
    return formOf({ ...fields, AWSAccessKeyId: credentials.accessKeyId, policy: text, signature });
  };
  const POLICY = JSON.stringify({
    expiration: "2100-01-01T00:00:00Z",
    conditions: [
      { bucket: Bucket },
      ["starts-with", "$key", ""],
      ["eq", "$content-type", "a/b"],
      ["content-length-range", 0, 100],
      ["starts-with", "$x-amz-meta-a", ""],
    ],
  });
  const FIELDS = { key: "by-form", "content-type": "a/b", "x-amz-meta-a": "m" };
  const posted = (body: string, type = `multipart/form-data; boundary=${boundary}`): Asked => ({
    method: "POST",
    path: `/${Bucket}`,
    body,
    headers: { "content-type": type },
    signed: "not",
  });
  const fields = fc.dictionary(
    fc.constantFrom(
      "key",
      "tagging",
      "acl",
      "success_action_status",
      "success_action_redirect",
      "content-type",
      "content-disposition",
      "x-amz-meta-a",
      "x-amz-storage-class",
      "x-amz-tagging",
      "x-amz-object-lock-mode",
      "x-amz-object-lock-retain-until-date",
      "x-amz-checksum-crc32",
      "x-amz-website-redirect-location",
      "x-amz-algorithm",
      "x-amz-credential",
      "x-amz-date",
      "x-amz-signature",
    ),
    hostile,
    { noNullPrototype: true },
  );
  const anyPolicy = JSON.stringify({ expiration: "2100-01-01T00:00:00Z", conditions: [] });
  test.each<[string, fc.Arbitrary<Asked>]>([
    ["its parts", changed(signedForm(POLICY, FIELDS)).map((body) => posted(body))],
    ["its policy", changed(POLICY).map((policy) => posted(signedForm(policy, FIELDS)))],
    [
      "its policy in Base64",
      hostile.map((policy) =>
        posted(
          formOf({
            ...FIELDS,
            AWSAccessKeyId: credentials.accessKeyId,
            policy,
            signature: createHmac("sha1", credentials.secretAccessKey).update(policy).digest("base64"),
          }),
        ),
      ),
    ],
    [
      "its fields",
      fields.map((more) =>
        posted(
          signedForm(
            JSON.stringify({
              ...JSON.parse(anyPolicy),
              conditions: [
                { bucket: Bucket },
                ...Object.keys({ ...FIELDS, ...more }).map((name) => ["starts-with", `$${name}`, ""]),
              ],
            }),
            { ...FIELDS, ...more },
          ),
        ),
      ),
    ],
    ["its type", inHeader.map((text) => posted(formOf(FIELDS), `multipart/form-data; boundary=${text}`))],
  ])("%s", (_, requests) => check(requests));
});
