// Hostile text in a signature: each request is answered or refused, and none is an error of the store.
// FULMAR_SEED repeats a run, and FULMAR_STEPS makes a longer one.
import { ALGORITHM } from "@fulmar/core/s3-signing";
import fc from "fast-check";
import { test } from "vitest";
import { type Asked, hostileStore } from "./hostile-fixture.ts";
import { changed, hostile, inHeader } from "./hostile-words.ts";

const { Bucket, credentials, check } = await hostileStore();

const V4 =
  `${ALGORITHM} Credential=${credentials.accessKeyId}/20260101/eu-central-1/s3/aws4_request, ` +
  `SignedHeaders=host;x-amz-date, Signature=${"0".repeat(64)}`;
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
