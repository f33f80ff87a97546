// Hostile text in a form: each request is answered or refused, and none is an error of the store.
// FULMAR_SEED repeats a run, and FULMAR_STEPS makes a longer one.
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { test } from "vitest";
import { type Asked, hostileStore } from "./hostile-fixture.ts";
import { changed, hostile, inHeader } from "./hostile-words.ts";

const { Bucket, credentials, check } = await hostileStore();

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
