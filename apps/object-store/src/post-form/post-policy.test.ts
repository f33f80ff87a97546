import { describe, expect, test } from "vitest";
import { S3Error } from "../protocol/s3-error.ts";
import { checkPolicy } from "./post-policy.ts";

const GIBIBYTE = 1024 ** 3;
const NOW = new Date("2030-01-01T12:00:00Z");
const EXPIRATION = "2030-01-01T12:00:01.000Z";
const BUCKET = { bucket: "photos" };
const KEY = ["starts-with", "$key", ""];

/** Checks a form against a policy. @param policy as JSON, or its text @returns the range, or the refusal */
function checked(policy: unknown, fields: Readonly<Record<string, string>> = {}) {
  const text = typeof policy === "string" ? policy : JSON.stringify(policy);
  try {
    const all = new Map(Object.entries({ key: "k", ...fields }));
    return checkPolicy(Buffer.from(text).toString("base64"), all, "photos", NOW);
  } catch (error) {
    if (error instanceof S3Error) return `${error.status} ${error.code}: ${error.message}`;
    throw error;
  }
}
const withConditions = (...conditions: readonly unknown[]) => ({
  expiration: EXPIRATION,
  conditions: [BUCKET, KEY, ...conditions],
});
const ANY = { least: 0, most: 5 * GIBIBYTE };
const refused = (why: string) => `403 AccessDenied: Invalid according to Policy: ${why}`;

describe("a condition", () => {
  test.each<[string, unknown, Readonly<Record<string, string>>]>([
    ["of one value", { acl: "private" }, { acl: "private" }],
    ["eq", ["eq", "$acl", "private"], { acl: "private" }],
    ["starts-with", ["starts-with", "$x-amz-meta-a", "be"], { "x-amz-meta-a": "begin" }],
    ["starts-with of anything", ["starts-with", "$x-amz-meta-a", ""], { "x-amz-meta-a": "" }],
    ["starts-with of anything, of a missing field", ["starts-with", "$x-amz-meta-a", ""], {}],
    ["in any case", ["StArTs-WiTh", "$X-Amz-Meta-A", "be"], { "x-amz-meta-a": "begin" }],
    ["of one value in any case", { ACL: "private" }, { acl: "private" }],
    [
      "of a list of content types",
      ["starts-with", "$Content-Type", "image/"],
      { "content-type": "image/jpg, image/png,image/gif" },
    ],
    ["of a field with commas", ["starts-with", "$x-amz-meta-a", "a,"], { "x-amz-meta-a": "a,b" }],
  ])("%s is met", (_, condition, fields) => {
    expect(checked(withConditions(condition), fields)).toEqual(ANY);
  });

  test.each<[string, unknown, Readonly<Record<string, string>>, string]>([
    ["of one value", { acl: "private" }, { acl: "public-read" }, '["eq", "$acl", "private"]'],
    ["of one value in another case", { acl: "private" }, { acl: "Private" }, '["eq", "$acl", "private"]'],
    ["eq", ["eq", "$acl", "private"], { acl: "private2" }, '["eq", "$acl", "private"]'],
    ["starts-with", ["starts-with", "$key", "user/"], { key: "users/a" }, '["starts-with", "$key", "user/"]'],
    ["of a missing field", ["starts-with", "$acl", "p"], {}, '["starts-with", "$acl", "p"]'],
    [
      "of one of several content types",
      ["starts-with", "$Content-Type", "image/"],
      { "content-type": "image/jpg,text/html" },
      '["starts-with", "$content-type", "image/"]',
    ],
    ["of another bucket", { bucket: "videos" }, {}, '["eq", "$bucket", "videos"]'],
    [
      "of another bucket that the form claims",
      { bucket: "videos" },
      { bucket: "videos" },
      '["eq", "$bucket", "videos"]',
    ],
    ["of which a second one fails", ["eq", "$key", "other"], {}, '["eq", "$key", "other"]'],
  ])("%s is not met", (_, condition, fields, text) => {
    expect(checked(withConditions(condition), fields)).toBe(refused(`Policy Condition failed: ${text}`));
  });
});

describe("a field without a condition", () => {
  test.each([
    ["acl", { acl: "private" }],
    ["content-type, x-amz-meta-a", { "content-type": "a/b", "x-amz-meta-a": "" }],
    ["x-amz-date", { "x-amz-date": "20300101T000000Z" }],
    ["submit", { submit: "Upload" }],
  ])("%s is refused", (names, fields) => {
    expect(checked(withConditions(), fields)).toBe(refused(`Extra input fields: ${names}`));
  });

  test.each(["x-amz-signature", "policy", "file", "x-ignore-me", "awsaccesskeyid", "signature"])(
    "%s is allowed",
    (name) => {
      expect(checked(withConditions(), { [name]: "v" })).toEqual(ANY);
    },
  );

  test("includes the key and the bucket", () => {
    expect(checked({ expiration: EXPIRATION, conditions: [BUCKET] })).toBe(refused("Extra input fields: key"));
    expect(checked({ expiration: EXPIRATION, conditions: [KEY] })).toBe(refused("Extra input fields: bucket"));
  });
});

describe("content-length-range", () => {
  test.each<[string, readonly unknown[], { least: number; most: number }]>([
    ["of numbers", [["content-length-range", 1, 1024]], { least: 1, most: 1024 }],
    ["of texts", [["content-length-range", "1", "1024"]], { least: 1, most: 1024 }],
    [
      "twice",
      [
        ["content-length-range", 1, 1024],
        ["content-length-range", 0, 512],
      ],
      { least: 1, most: 512 },
    ],
    ["beyond what one POST may upload", [["content-length-range", 0, 1e13]], ANY],
    ["to the largest number of Java", [["content-length-range", 0, "9223372036854775807"]], ANY],
    ["to a longer one", [["content-length-range", "000", "9".repeat(400)]], ANY],
  ])("%s", (_, ranges, range) => {
    expect(checked(withConditions(...ranges))).toEqual(range);
  });
});

describe("the policy", () => {
  const POLICY = JSON.stringify(withConditions());

  test.each([
    ["2030-01-01T12:00:00Z", refused("Policy expired.")],
    ["2030-01-01T12:00:00.000Z", refused("Policy expired.")],
    ["2030-01-01T12:00:00.001Z", ANY],
    ["2030-01-01T13:00:00+02:00", refused("Policy expired.")],
    ["2030-01-01T11:00:00-02:00", ANY],
  ])("expires at %s", (expiration, result) => {
    expect(checked({ ...withConditions(), expiration })).toEqual(result);
  });

  test("may have the escapes of AWS, which are not JSON", () => {
    const policy = POLICY.replace('"$key",""', String.raw`"\$key","\$a\v\\$"`);
    expect(checked(policy, { key: "$a\v\\$.txt" })).toEqual(ANY);
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["no expiration", { conditions: [BUCKET, KEY] }],
    ["an expiration in another case", { EXPIRATION, conditions: [BUCKET, KEY] }],
    ["an expiration in another format", { ...withConditions(), expiration: "Tue, 01 Jan 2030 12:00:01 GMT" }],
    ["an expiration that is no time", { ...withConditions(), expiration: "2030-13-01T00:00:00Z" }],
    ["an expiration on a day that does not exist", { ...withConditions(), expiration: "2031-02-30T00:00:00Z" }],
    ["an expiration at an hour that does not exist", { ...withConditions(), expiration: "2031-02-28T24:00:00Z" }],
    ["an expiration without a zone", { ...withConditions(), expiration: "2031-01-01T00:00:00" }],
    ["an expiration that is a number", { ...withConditions(), expiration: 1_900_000_000 }],
    ["no conditions", { expiration: EXPIRATION }],
    ["conditions that are no list", { expiration: EXPIRATION, conditions: BUCKET }],
    ["an empty condition", withConditions({})],
    ["a condition of two fields", withConditions({ acl: "private", key: "k" })],
    ["a condition of a number", withConditions({ success_action_status: 201 })],
    ["a condition that is text", withConditions("eq")],
    ["an unknown condition", withConditions(["ends-with", "$key", ".jpg"])],
    ["a condition of two items", withConditions(["eq", "$key"])],
    ["a condition of four items", withConditions(["eq", "$key", "k", "k"])],
    ["a condition of a field without $", withConditions(["eq", "key", "k"])],
    ["a range with one end", withConditions(["content-length-range", 0])],
    ["a range below nothing", withConditions(["content-length-range", -1, 0])],
    ["a range of fractions", withConditions(["content-length-range", 0, 1.5])],
  ])("%s is refused", (_, policy) => {
    expect(checked(policy)).toMatch(/^400 InvalidPolicyDocument: Invalid Policy: /);
  });

  test("that is not in base64 is refused", () => {
    expect(() => checkPolicy(POLICY, new Map(), "photos", NOW)).toThrow("base64");
  });
});
