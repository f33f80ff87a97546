import fc from "fast-check";
import { expect, test } from "vitest";
import { decide, isPublic, type PolicyRequest } from "./decide.ts";
import { matches, type Steps } from "./glob.ts";
import { policyWarnings } from "./policy-warnings.ts";
import { type Policy, readPolicy } from "./read-policy.ts";

const KEY = "FKABCDEFGHIJKLMNOPQR";
const OTHER = "FKABCDEFGHIJKLMNOPQ2";
const RESOURCE = "arn:aws:s3:::photos/*";

/** Reads a policy of the bucket "photos". */
function parsePolicy(text: string): Policy {
  const read = readPolicy(JSON.parse(text), "photos");
  if (read.policy !== undefined) return read.policy;
  throw new Error(read.problems.map(({ path, message }) => `${path.join(".")} ${message}`).join("; "));
}

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
  steps?: Steps,
) {
  const whole: PolicyRequest = {
    principal: "anonymous",
    action: "s3:GetObject",
    resource: "arn:aws:s3:::photos/a.jpg",
    ...request,
    conditions: (key) => conditions[key],
  };
  return decide(parsePolicy(text), whole, steps);
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

/** What a pattern of letters means, by a regular expression, whose time has no bound. */
function matchesByDefinition(pattern: string, text: string): boolean {
  const source = pattern.replaceAll("?", ".").replaceAll("*", ".*");
  return new RegExp(`^${source}$`, "s").test(text);
}

test("patterns match as they are defined", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (wanted, given) => {
      expect(matches(wanted, given)).toBe(matchesByDefinition(wanted, given));
    }),
    { numRuns: 5000 },
  );
});

const LONG = 20_000;
test.each([
  ["many stars", `${"a*".repeat(LONG / 2)}b`, "a".repeat(LONG)],
  ["a part that fails at its end", `*${"a".repeat(900)}b*`, "a".repeat(LONG)],
  ["a part that fails at its beginning", `*b${"a".repeat(900)}*`, "a".repeat(LONG)],
  ["a part that nearly repeats", `*${"ab".repeat(500)}c*`, "ab".repeat(LONG / 2)],
  ["many parts", `*${"ab*".repeat(LONG / 3)}c`, "ab".repeat(LONG / 2)],
  ["a part longer than the text", `*${"a".repeat(LONG)}*`, "a".repeat(100)],
])("%s: the steps are linear in pattern and text", (_, pattern, text) => {
  const steps = { count: 0 };
  expect(matches(pattern, text, steps)).toBe(false);
  expect(steps.count).toBeLessThanOrEqual(4 * (pattern.length + text.length));
});

test("any characters between stars cost a step for each 32 of them", () => {
  const [part, text] = [`${"a?".repeat(450)}b`, "a".repeat(LONG)];
  const steps = { count: 0 };
  expect(matches(`*${part}*`, text, steps)).toBe(false);
  expect(steps.count).toBeLessThanOrEqual(
    4 * (part.length + text.length) + text.length * Math.ceil(part.length / 32) + 100,
  );
});

const A_THOUSAND = "a".repeat(1_000);
const by = (values: string[], operator = "StringLike", key = "aws:UserAgent") => ({
  Condition: { [operator]: { [key]: values } },
});
test.each<[string, object[], string]>([
  ["many patterns of one letter", [by(Array(2_500).fill("*b*"))], "exhausted"],
  ["many patterns of two letters", [by(Array(2_000).fill("*bb*"))], "exhausted"],
  ["many patterns of any character", [by(Array(1_700).fill("*?b*"))], "exhausted"],
  ["long patterns of any character", [by(Array(19).fill(`*?${"a".repeat(900)}?b*`))], "exhausted"],
  ["many resources", [{ Resource: Array(700).fill("arn:aws:s3:::p*/?*?b*") }], "exhausted"],
  ["patterns in many statements", Array(70).fill(by(Array(20).fill("*bb*"))), "exhausted"],
  ["long patterns with a star before them", [by(Array(20).fill(`*${"a".repeat(900)}b`))], "none"],
  ["a pattern of many stars", [by([`${"*a".repeat(5_000)}b`])], "none"],
  ["many texts", [by(Array(3_000).fill("bb"), "StringEquals")], "none"],
  ["many texts in any case", [by(Array(3_000).fill("bb"), "StringEqualsIgnoreCase")], "none"],
  ["many ranges", [by(Array(1_200).fill("2001:db8::/32"), "IpAddress", "aws:SourceIp")], "none"],
  ["many statements", Array(150).fill(by(["*b"])), "none"],
  ["a denial behind what is too much", [by(Array(2_500).fill("*b*")), { Effect: "Deny" }], "exhausted"],
])("no request is compared for more than its steps: %s", (_, statements, expected) => {
  const most = 100_000;
  const steps = { count: 0, most };
  const conditions = { "aws:useragent": [A_THOUSAND], "aws:sourceip": ["2001:db9::1"] };
  const request = { resource: `arn:aws:s3:::photos/${A_THOUSAND}` };
  expect(decision(policy(...statements), request, conditions, steps)).toBe(expected);
  // The last pattern may take more than what was left, but is not compared then.
  if (expected === "none") expect(steps.count).toBeLessThanOrEqual(most);
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
  ["DateEquals", "aws:currenttime", "with an offset", "2026-01-01T01:00:00+01:00", ["2026-01-01T00:00:00Z"], true],
  ["DateEquals", "aws:currenttime", "of a day", "2026-01-01", ["2026-01-01T00:00:00Z"], true],
  ["DateEquals", "aws:epochtime", "in seconds", "1767225600", ["1767225600"], true],
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
  ["no statement", {}, "Statement"],
  ["an unknown element", { Actions: "s3:*" }, "Statement"],
  ["an unknown effect", { Effect: "allow" }, "Statement"],
  ["no principal", { Principal: undefined }, "Statement.0 must have either Principal or NotPrincipal"],
  ["two principals", { NotPrincipal: "*" }, "Statement.0 must have either Principal or NotPrincipal"],
  ["an unknown principal", { Principal: { AWS: "somebody" } }, 'Statement.0.Principal .* "somebody" is not'],
  ["a key as an owner", { Principal: { CanonicalUser: KEY } }, "Statement.0.Principal must be"],
  ["a service", { Principal: { Service: "cloudtrail.amazonaws.com" } }, "Statement"],
  ["everyone but one allowed", { Principal: undefined, NotPrincipal: { AWS: KEY } }, "NotPrincipal can only be denied"],
  ["an action of another service", { Action: "ec2:RunInstances" }, "Statement.0.Action must begin with s3:"],
  ["another bucket", { Resource: "arn:aws:s3:::movies/*" }, "Statement.0.Resource must be of this bucket"],
  ["another bucket by a pattern", { Resource: "arn:aws:s3:::mov*/a" }, "Statement.0.Resource must be of this bucket"],
  ["an unknown operator", { Condition: { StringMatches: { "s3:prefix": "a" } } }, "Condition.StringMatches is no"],
  ["an unknown key", { Condition: { StringEquals: { "aws:PrincipalOrgID": "o-1" } } }, "aws:PrincipalOrgID is no"],
  [
    "a range that is none",
    { Condition: { IpAddress: { "aws:SourceIp": "192.0.2.0/33" } } },
    "must have values for IpA",
  ],
  ...[
    "2026-02-30",
    "2026-02-30T00:00:00Z",
    "2026-01-01T25:00:00Z",
    "2026-01-01T00:00:00",
    "Nov 28 2026",
    "-1",
    "1.5",
    "",
  ].map((value): [string, object, string] => [
    `a date that is none (${value})`,
    { Condition: { DateLessThan: { "aws:CurrentTime": value } } },
    `must have values for DateLessThan, but "${value}" is not`,
  ]),
])("refused at its place: %s", (name, statement, expected) => {
  const text = name === "no statement" ? "{}" : policy(statement);
  expect(() => parsePolicy(text)).toThrow(new RegExp(expected));
});

test("every problem is found", () => {
  const text = policy({ Action: "ec2:*", Resource: "arn:aws:s3:::movies" }, { Principal: { AWS: "somebody" } });
  expect(() => parsePolicy(text)).toThrow(/0\.Action.*; Statement\.0\.Resource.*; Statement\.1\.Principal/);
});

const SURROUNDINGS = {
  ...{ bucketName: "photos", workspaceId: 7n, writers: [KEY] },
  ...{ blocksPublicPolicies: false, restrictsPublicAccess: false },
};
const BUCKET = "arn:aws:s3:::photos";
test.each<[string, object[], Partial<typeof SURROUNDINGS>, string[]]>([
  ["nothing", [{}, { Action: "s3:*" }, { Action: "s3:ListBucket", Resource: BUCKET }], {}, []],
  ["an unknown action", [{ Action: ["s3:GetObject", "s3:GetObjekt"] }], {}, ['0.Action has "s3:getobjekt"']],
  ["a list of objects", [{ Action: "s3:ListBucket" }], {}, ["it needs the resource arn:aws:s3:::photos"]],
  ["reading the bucket", [{ Resource: BUCKET }], {}, ["it needs a resource such as arn:aws:s3:::photos/*"]],
  ["writing by everyone", [{ Action: "s3:PutObject" }], {}, ["0.Action allows changes"]],
  [
    "a public policy under a block",
    [{}],
    { restrictsPublicAccess: true },
    ["0.Principal makes the policy public, but"],
  ],
  ["a public policy to refuse", [{}], { blocksPublicPolicies: true }, ["does not allow to be saved"]],
  ["a private policy under a block", [{ Principal: { AWS: KEY } }], { restrictsPublicAccess: true }, []],
  ["a lock for everyone", [{}, { Effect: "Deny", Action: "s3:*" }], {}, ["1.Effect denies writing"]],
  [
    "a lock with another writer",
    [{ Effect: "Deny", Principal: { AWS: KEY }, Action: "*" }],
    { writers: [KEY, OTHER] },
    [],
  ],
  ["a lock of some objects", [{ Effect: "Deny", Action: "s3:*", Resource: `${BUCKET}/a/*` }], {}, []],
  [
    "a lock from elsewhere",
    [{ Effect: "Deny", Action: "*", Condition: { NotIpAddress: { "aws:SourceIp": "192.0.2.0/24" } } }],
    {},
    [],
  ],
])("warned of: %s", (_, statements, surroundings, expected) => {
  const found = policyWarnings(parsePolicy(policy(...statements)), { ...SURROUNDINGS, ...surroundings });
  const sentences = found.map(({ path, message }) => `${path.join(".")} ${message}`);
  expect(sentences).toEqual(expected.map((part) => expect.stringContaining(part)));
});

const from = (...ranges: string[]) => ({ Condition: { IpAddress: { "aws:SourceIp": ranges } } });
const BLOCKS = Array.from({ length: 256 }, (_, index) => `${index}.0.0.0/8`);
test.each<[string, object | object[], boolean]>([
  ["everyone", {}, true],
  ["everyone, by another spelling", { Principal: { AWS: ["*"] } }, true],
  ["one key", { Principal: { AWS: KEY } }, false],
  ["a denial for everyone", { Effect: "Deny" }, false],
  ["a header", { Condition: { StringEquals: { "aws:Referer": "https://example" } } }, true],
  ["a range", from("192.0.2.0/24"), false],
  ["an address", from("192.0.2.7"), false],
  ["a range of /8", from("12.0.0.0/8"), false],
  ["a range with host bits", from("12.34.56.78/8"), false],
  ["a range of /7", from("12.0.0.0/7"), true],
  ["everywhere", from("0.0.0.0/0"), true],
  ["everywhere, with host bits", from("203.0.113.9/0"), true],
  ["two halves", from("0.0.0.0/1", "128.0.0.0/1"), true],
  ["a /8 in two halves", from("12.0.0.0/9", "12.128.0.0/9"), false],
  ["a /8 and one address more", from("12.0.0.0/9", "12.128.0.0/9", "192.0.2.7"), true],
  ["the same range many times", from(...Array<string>(50).fill("12.0.0.0/8"), "12.7.0.0/16"), false],
  ["three /9", from("12.0.0.0/9", "64.0.0.0/9", "99.0.0.0/9"), true],
  ["all /8", from(...BLOCKS), true],
  ["all /8 in statements of their own", BLOCKS.map((range) => from(range)), true],
  ["two small ranges in statements of their own", [from("192.0.2.0/24"), from("198.51.100.0/24")], false],
  ["private networks beside a range", from("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "12.0.0.0/8"), false],
  ["a range around a private network", from("8.0.0.0/6"), true],
  ["IPv6 /32", from("2001:db8::/32"), false],
  ["IPv6 /31", from("2001:db8::/31"), true],
  [
    "IPv6 /29 in eight /32",
    from(...Array.from({ length: 8 }, (_, index) => `2001:db${(8 + index).toString(16)}::/32`)),
    true,
  ],
  ["IPv6 /32 beside IPv4 /8", from("2001:db8::/32", "12.0.0.0/8"), false],
  ["all of IPv6", from("::/0"), true],
  ["all of IPv6, written out", from("0:0:0:0:0:0:0:0/0"), true],
  ["all of IPv6, in capitals and by halves", from("::/1", "8000::/1"), true],
  ["all of IPv6, in capitals", from("FFFF::/0"), true],
  ["local networks of IPv6", from("fd00::/8"), false],
  ["all of IPv4 as IPv6", from("::ffff:0:0/96"), true],
  ["all of IPv4 as IPv6 with dots", from("::FFFF:0.0.0.0/96"), true],
  ["all of IPv4 as IPv6 by halves", from("::ffff:0:0/97", "::ffff:128.0.0.0/97"), true],
  ["a range of IPv4 as IPv6", from("::ffff:192.0.2.0/120"), false],
  ["all but a range", { Condition: { NotIpAddress: { "aws:SourceIp": "192.0.2.0/24" } } }, true],
  [
    "all but two halves, which IPv6 is",
    { Condition: { NotIpAddress: { "aws:SourceIp": ["0.0.0.0/1", "128.0.0.0/1"] } } },
    true,
  ],
  ["a range, if there is an address", { Condition: { IpAddressIfExists: { "aws:SourceIp": "192.0.2.0/24" } } }, true],
  ["a range, for all addresses", { Condition: { "ForAllValues:IpAddress": { "aws:SourceIp": "192.0.2.0/24" } } }, true],
  [
    "a narrow and a wide range",
    { Condition: { IpAddress: { "aws:SourceIp": "0.0.0.0/0", "AWS:SOURCEIP": "192.0.2.0/24" } } },
    true,
  ],
  ["a range as text", { Condition: { StringLike: { "aws:SourceIp": "192.0.2.*" } } }, true],
  ["everyone beside a range", [from("192.0.2.0/24"), {}], true],
])("public: %s", (_, statements, expected) => {
  const parsed = parsePolicy(policy(...[statements].flat()));
  expect(isPublic(parsed)).toBe(expected);
  const warnings = policyWarnings(parsed, { ...SURROUNDINGS, blocksPublicPolicies: true });
  expect(warnings.some(({ message }) => message.includes("does not allow to be saved"))).toBe(expected);
});

test("a range of IPv4 addresses as IPv6 holds for them", () => {
  const text = policy({ Effect: "Deny", ...from("::ffff:192.0.2.0/120") });
  expect(decision(text, {}, { [IP]: ["192.0.2.9"] })).toBe("deny");
  expect(decision(text, {}, { [IP]: ["192.0.3.9"] })).toBe("none");
});

test("any document is read or refused with places, and one that is read decides about any request", () => {
  const text = fc.oneof(
    fc
      .array(
        fc.constantFrom(
          ...[
            "*",
            "?",
            "s3:",
            "Get",
            "Object",
            "arn:aws:s3:::photos",
            "/",
            "arn:aws:iam::",
            "7",
            ":user/",
            KEY,
            "{aws:x}",
          ],
          ...[
            "ForAllValues:",
            "StringLike",
            "Not",
            "IfExists",
            "Null",
            "IpAddress",
            "10.0.0.0/8",
            "::/0",
            "/33",
            "2030-02-30",
          ],
          ...[
            "s3:ExistingObjectTag/",
            "aws:SourceIp",
            "aws:CurrentTime",
            "__proto__",
            "\0",
            "\ud800",
            "é",
            " ",
            "9".repeat(30),
          ],
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((pieces) => pieces.join("")),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const value = fc.oneof({ arbitrary: text, weight: 4 }, { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 });
  const values = fc.oneof(value, fc.array(value, { maxLength: 3 }));
  const near = <Right>(right: Right, wrong: fc.Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: fc.constant(right), weight: 6 }, { arbitrary: wrong, weight: 1 });
  const keys = fc.oneof(text, fc.constantFrom("aws:SourceIp", "aws:CurrentTime", "s3:prefix", "s3:RequestObjectTag/a"));
  const operators = fc.oneof(
    text,
    fc.constantFrom(
      "StringLike",
      "StringNotEquals",
      "NumericLessThan",
      "DateLessThan",
      "IpAddress",
      "NotIpAddress",
      "Bool",
      "Null",
    ),
  );
  const conditions = fc.dictionary(operators, fc.dictionary(keys, values, { maxKeys: 2 }), { maxKeys: 2 });
  const statement = fc.record(
    {
      Effect: near("Allow", values),
      Principal: near("*", fc.oneof(values, fc.record({ AWS: values }))),
      Action: near("s3:GetObject", values),
      Resource: near(RESOURCE, values),
      Condition: fc.oneof(fc.constant({}), fc.constant({}), conditions, values),
    },
    { requiredKeys: ["Effect", "Principal", "Action", "Resource"] },
  );
  const document = fc.oneof(
    { arbitrary: fc.record({ Statement: fc.oneof(statement, fc.array(statement, { maxLength: 3 })) }), weight: 8 },
    { arbitrary: fc.jsonValue(), weight: 1 },
  );
  const counts = { read: 0, refused: 0 };
  fc.assert(
    fc.property(document, text, text, (sent, resource, actual) => {
      const read = readPolicy(sent, "photos");
      if (read.policy === undefined) {
        counts.refused += 1;
        expect(read.problems.length).toBeGreaterThan(0);
        for (const { message } of read.problems) expect(message).not.toBe("");
        return;
      }
      counts.read += 1;
      const request = { principal: "anonymous", action: "s3:GetObject", resource, conditions: () => [actual] } as const;
      expect(["allow", "deny", "none"]).toContain(decide(read.policy, request));
      expect(typeof isPublic(read.policy)).toBe("boolean");
    }),
    { seed: 20_261_128, numRuns: 5_000 },
  );
  expect(counts.read).toBeGreaterThan(300);
  expect(counts.refused).toBeGreaterThan(300);
});
