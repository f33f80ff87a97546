import { expect, test } from "vitest";
import { decide, isPublic, type PolicyRequest } from "./decide.ts";
import { matches } from "./glob.ts";
import { parsePolicy } from "./policy-document.ts";

const KEY = "FKABCDEFGHIJKLMNOPQR";
const OTHER = "FKABCDEFGHIJKLMNOPQ2";
const RESOURCE = "arn:aws:s3:::photos/*";

function policy(...statements: object[]): string {
  const whole = statements.map((each) => ({
    Effect: "Allow",
    Principal: "*",
    Action: "s3:GetObject",
    Resource: RESOURCE,
    ...each,
  }));
  return JSON.stringify({ Version: "2012-10-17", Statement: whole });
}

function decision(
  text: string,
  request: Partial<Omit<PolicyRequest, "conditions">> = {},
  conditions: Record<string, string[]> = {},
) {
  const whole: PolicyRequest = {
    principal: "anonymous",
    action: "s3:GetObject",
    resource: "arn:aws:s3:::photos/a.jpg",
    ...request,
    conditions: (key) => conditions[key],
  };
  return decide(parsePolicy(text, "photos"), whole);
}

test.each([
  ["*", "", true],
  ["a*c", "abbbc", true],
  ["a*c", "abbbd", false],
  ["a?c", "abc", true],
  ["a?c", "ac", false],
  ["*a*b*", "xxaxxbxx", true],
  ["a", "ab", false],
  ["", "", true],
])("%s matches %s: %s", (pattern, text, expected) => expect(matches(pattern, text)).toBe(expected));

test("a pattern of many stars takes no longer than the text and the pattern", () => {
  expect(matches(`${"a*".repeat(500)}b`, "a".repeat(5000))).toBe(false);
});

test.each<[string, object, Partial<Omit<PolicyRequest, "conditions">>, string]>([
  ["everyone", {}, {}, "allow"],
  ["everyone, to a key", {}, { principal: { accessKeyId: KEY, workspaceId: 7n } }, "allow"],
  ["a key by its id", { Principal: { AWS: KEY } }, { principal: { accessKeyId: KEY, workspaceId: 7n } }, "allow"],
  ["another key", { Principal: { AWS: OTHER } }, { principal: { accessKeyId: KEY, workspaceId: 7n } }, "none"],
  ["a key, to nobody", { Principal: { AWS: KEY } }, {}, "none"],
  [
    "a key by its ARN",
    { Principal: { AWS: [`arn:aws:iam::7:user/${KEY}`] } },
    { principal: { accessKeyId: KEY, workspaceId: 7n } },
    "allow",
  ],
  [
    "a key of another workspace",
    { Principal: { AWS: [`arn:aws:iam::8:user/${KEY}`] } },
    { principal: { accessKeyId: KEY, workspaceId: 7n } },
    "none",
  ],
  ["a workspace", { Principal: { AWS: "7" } }, { principal: { accessKeyId: KEY, workspaceId: 7n } }, "allow"],
  [
    "a workspace by its ARN",
    { Principal: { AWS: "arn:aws:iam::7:root" } },
    { principal: { accessKeyId: KEY, workspaceId: 8n } },
    "none",
  ],
  ["another action", {}, { action: "s3:PutObject" }, "none"],
  ["actions by a pattern", { Action: ["s3:get*"] }, {}, "allow"],
  ["all but an action", { Action: undefined, NotAction: "s3:GetObject" }, {}, "none"],
  ["another key's resource", { Resource: "arn:aws:s3:::photos/b*" }, {}, "none"],
  ["all but a resource", { Resource: undefined, NotResource: "arn:aws:s3:::photos/b*" }, {}, "allow"],
  [
    "the bucket",
    { Action: "s3:ListBucket", Resource: "arn:aws:s3:::photos" },
    { action: "s3:ListBucket", resource: "arn:aws:s3:::photos" },
    "allow",
  ],
])("%s", (_, statement, request, expected) => expect(decision(policy(statement), request)).toBe(expected));

test("a denial wins, and what it does not name stays allowed", () => {
  const text = policy({}, { Effect: "Deny", Resource: "arn:aws:s3:::photos/secret/*" });
  expect(decision(text, { resource: "arn:aws:s3:::photos/secret/a" })).toBe("deny");
  expect(decision(text)).toBe("allow");
  const others = policy({ Effect: "Deny", Principal: undefined, NotPrincipal: { AWS: KEY } });
  expect(decision(others)).toBe("deny");
  expect(decision(others, { principal: { accessKeyId: KEY, workspaceId: 7n } })).toBe("none");
});

const IP = "aws:sourceip";
test.each<[string, string, string, string | string[], string[] | undefined, boolean]>([
  ["IpAddress", IP, "a range", "192.0.2.0/24", ["192.0.2.9"], true],
  ["IpAddress", IP, "a range of IPv6", "2001:db8::/32", ["2001:db8::1"], true],
  ["IpAddress", IP, "another range", ["198.51.100.0/24", "203.0.113.7"], ["192.0.2.9"], false],
  ["IpAddress", IP, "no address", "192.0.2.0/24", undefined, false],
  ["NotIpAddress", IP, "a range", "192.0.2.0/24", ["192.0.2.9"], false],
  ["NotIpAddress", IP, "another range", "192.0.2.0/24", ["198.51.100.1"], true],
  ["StringEquals", "s3:prefix", "equal", "a/", ["a/"], true],
  ["StringEquals", "s3:prefix", "one of several", ["b/", "a/"], ["a/"], true],
  ["StringEquals", "s3:prefix", "absent", "a/", undefined, false],
  ["StringEqualsIfExists", "s3:prefix", "absent", "a/", undefined, true],
  ["StringEqualsIfExists", "s3:prefix", "different", "a/", ["b/"], false],
  ["StringNotEquals", "s3:prefix", "different from all", ["a/", "b/"], ["c/"], true],
  ["StringNotEquals", "s3:prefix", "equal to one", ["a/", "b/"], ["b/"], false],
  ["StringNotEquals", "s3:prefix", "absent", "a/", undefined, true],
  ["StringLike", "s3:prefix", "a pattern", "home/*", ["home/ann"], true],
  ["StringNotLike", "s3:prefix", "a pattern", "home/*", ["home/ann"], false],
  ["StringEqualsIgnoreCase", "aws:useragent", "other case", "CURL", ["curl"], true],
  ["NumericLessThanEquals", "s3:max-keys", "smaller", "10", ["9"], true],
  ["NumericLessThanEquals", "s3:max-keys", "larger", "10", ["11"], false],
  ["DateGreaterThan", "aws:currenttime", "later", "2026-01-01T00:00:00Z", ["2026-02-01T00:00:00Z"], true],
  ["DateLessThan", "aws:currenttime", "later", "2026-01-01T00:00:00Z", ["2026-02-01T00:00:00Z"], false],
  ["Bool", "aws:securetransport", "equal", "false", ["false"], true],
  ["Bool", "aws:securetransport", "different", "false", ["true"], false],
  ["Null", "s3:prefix", "absent", "true", undefined, true],
  ["Null", "s3:prefix", "present", "true", ["a/"], false],
  ["ForAllValues:StringEquals", "s3:prefix", "absent", "a/", undefined, true],
  ["ForAnyValue:StringEquals", "s3:prefix", "absent", "a/", undefined, false],
])("%s of %s with %s", (operator, key, _, wanted, actual, expected) => {
  const text = policy({ Condition: { [operator]: { [key]: wanted } } });
  expect(decision(text, {}, actual === undefined ? {} : { [key]: actual })).toBe(expected ? "allow" : "none");
});

test.each([
  ["no JSON", "{"],
  ["no statement", "{}"],
  ["an unknown element", policy({ Actions: "s3:*" })],
  ["an unknown effect", policy({ Effect: "allow" })],
  ["no principal", policy({ Principal: undefined })],
  ["an unknown principal", policy({ Principal: { AWS: "somebody" } })],
  ["a service", policy({ Principal: { Service: "cloudtrail.amazonaws.com" } })],
  ["everyone but one allowed", policy({ Principal: undefined, NotPrincipal: { AWS: KEY } })],
  ["an action of another service", policy({ Action: "ec2:RunInstances" })],
  ["another bucket", policy({ Resource: "arn:aws:s3:::movies/*" })],
  ["another bucket by a pattern", policy({ Resource: "arn:aws:s3:::mov*/a" })],
  ["an unknown operator", policy({ Condition: { StringMatches: { "s3:prefix": "a" } } })],
  ["an unknown condition key", policy({ Condition: { StringEquals: { "aws:PrincipalOrgID": "o-1" } } })],
  ["a range that is none", policy({ Condition: { IpAddress: { "aws:SourceIp": "192.0.2.0/33" } } })],
  ["more than 20 KiB", policy({ Sid: "x".repeat(20_480) })],
])("refused: %s", (_, text) => {
  expect(() => parsePolicy(text, "photos")).toThrow(expect.objectContaining({ code: "MalformedPolicy" }));
});

test.each([
  ["everyone", {}, true],
  ["one key", { Principal: { AWS: KEY } }, false],
  ["a denial for everyone", { Effect: "Deny" }, false],
  ["everyone from a range", { Condition: { IpAddress: { "aws:SourceIp": "192.0.2.0/24" } } }, false],
  ["everyone from everywhere", { Condition: { IpAddress: { "aws:SourceIp": "0.0.0.0/0" } } }, true],
  ["everyone by a header", { Condition: { StringEquals: { "aws:Referer": "https://example" } } }, true],
])("public: %s", (_, statement, expected) => expect(isPublic(parsePolicy(policy(statement), "photos"))).toBe(expected));
