import { DNS_RECORD_TYPES, type DnsRecordType } from "@fulmar/contract";
import { RECORD_FORMS, RECORD_SPELLINGS } from "@fulmar/contract/opentofu";
import { expect, test } from "vitest";
import { findMisfit, type NormalSet } from "./fit-zone.ts";
import { relativeName } from "./names.ts";
import { normalValues } from "./normal-values.ts";

const ZONE = "example.com";

function problemOf(work: () => unknown): readonly [field: string, message: string] {
  try {
    work();
  } catch (error) {
    if (error instanceof Error && "field" in error) return [String(error.field), error.message];
    throw error;
  }
  throw new Error("no problem was found");
}

test.each([
  ["@", "@"],
  ["example.com.", "@"],
  ["WWW", "www"],
  ["www.Example.com.", "www"],
  ["*", "*"],
  ["*.dev", "*.dev"],
  ["_sip._tcp", "_sip._tcp"],
  ["bücher", "xn--bcher-kva"],
  ["a.b.c", "a.b.c"],
])("the name %s is kept as %s", (text, name) => {
  expect(relativeName(text, ZONE)).toBe(name);
});

test.each([
  ["www.example.com", "must be relative to the zone"],
  ["example.com", "must be relative to the zone"],
  ["www.example.org.", "must be a name in the zone"],
  ["notexample.com.", "must be a name in the zone"],
  ["a..b", "must be a name relative"],
  ["", "must be a name relative"],
  ["-a", "must consist of labels"],
  ["a.*", "must consist of labels"],
  ["a b", "must be a name relative"],
  ["a/b", "must consist of labels"],
  ["a".repeat(64), "must consist of labels"],
  [`${"a".repeat(60)}.`.repeat(4).slice(0, -1), "must have at most 253"],
])("the name %s is refused", (text, message) => {
  expect(problemOf(() => relativeName(text, ZONE))).toEqual(["name", expect.stringContaining(message)]);
});

test.each<[DnsRecordType, string, string]>([
  ["A", " 203.0.113.7 ", "203.0.113.7"],
  ["AAAA", "2001:DB8:0:0:0:0:0:7", "2001:db8::7"],
  ["AAAA", "::FFFF:203.0.113.7", "::ffff:cb00:7107"],
  ["CNAME", "WWW.Example.org", "www.example.org."],
  ["CNAME", "a._domainkey.example.org.", "a._domainkey.example.org."],
  ["ALIAS", "bücher.example", "xn--bcher-kva.example."],
  ["MX", "10   Mail.Example.org", "10 mail.example.org."],
  ["MX", "0 .", "0 ."],
  ["SRV", "10 5 443 host.example.org", "10 5 443 host.example.org."],
  ["CAA", "0 ISSUE letsencrypt.org", '0 issue "letsencrypt.org"'],
  ["CAA", '128 issuewild ";"', '128 issuewild ";"'],
  ["CAA", '0 issue "ca.example; account=1"', '0 issue "ca.example; account=1"'],
  ["TXT", "v=spf1 -all", "v=spf1 -all"],
  ["TXT", " spaces stay ", " spaces stay "],
  ["TXT", '"v=spf1 " "-all"', "v=spf1 -all"],
  ["TXT", '"a \\"quote\\", a \\\\ and \\195\\169"', 'a "quote", a \\ and é'],
  ["TXT", "é😀", "é😀"],
  ["TXT", '"é😀"', "é😀"],
  // In quotes where it would be taken for a text in quotes.
  ["TXT", '"\\"a\\" b"', '"\\"a\\" b"'],
  ["TXT", '""', '""'],
])("%s %s is kept as %s", (type, text, value) => {
  expect(normalValues(type, [text, text])).toEqual([value]);
  expect(normalValues(type, [value])).toEqual([value]);
});

test.each<[DnsRecordType, readonly string[], string]>([
  ["A", ["203.0.113.07"], "values.0"],
  ["A", ["203.0.113.7", "2001:db8::7"], "values.1"],
  ["AAAA", ["203.0.113.7"], "values.0"],
  ["AAAA", ["fe80::1%eth0"], "values.0"],
  ["CNAME", ["host"], "values.0"],
  ["CNAME", ["a.example.org", "b.example.org"], "values"],
  ["NS", ["203.0.113.7"], "values.0"],
  ["NS", ["ns_1.example.org"], "values.0"],
  ["MX", ["mail.example.org"], "values.0"],
  ["MX", ["70000 mail.example.org"], "values.0"],
  ["MX", ["10 mail.example.org extra"], "values.0"],
  ["SRV", ["10 5 host.example.org"], "values.0"],
  ["CAA", ["1 issue ca.example"], "values.0"],
  ["CAA", ["0 issue"], "values.0"],
  ["CAA", ['0 issue "é"'], "values.0"],
  ["TXT", ['"not closed'], "values.0"],
  ["TXT", ['"one" two'], "values.0"],
  ["TXT", ['"\\999"'], "values.0"],
  ["TXT", ['"ends \\'], "values.0"],
  ["TXT", ["two\nlines"], "values.0"],
  ["TXT", ["\ud800"], "values.0"],
  ["TXT", Array.from({ length: 5 }, (_, number) => `${number}${"x".repeat(4_000)}`), "values"],
])("%s %j is refused", (type, values, field) => {
  expect(problemOf(() => normalValues(type, values))).toEqual([field, expect.stringMatching(/^must /)]);
});

const set = (name: string, type: DnsRecordType, ...values: string[]): NormalSet => ({ name, type, ttl: 300, values });

test.each<[string, readonly NormalSet[], string, string]>([
  ["a CNAME of the zone's own name", [set("@", "CNAME", "a.example.org.")], "type", "must be ALIAS"],
  ["NS records of it", [set("@", "NS", "a.example.org.")], "type", "must not be NS"],
  [
    "anything beside a CNAME",
    [set("www", "CNAME", "a.example.org."), set("www", "TXT", "x")],
    "type",
    "stands alone at its name: www has TXT",
  ],
  [
    "an address beside an ALIAS",
    [set("@", "A", "203.0.113.7"), set("@", "ALIAS", "a.example.org.")],
    "type",
    "must not be ALIAS beside addresses",
  ],
  [
    "mail to a CNAME",
    [set("mail", "CNAME", "a.example.org."), set("@", "MX", "5 b.example.org.", "10 mail.example.com.")],
    "values.1",
    "must not lead to mail.example.com, which is a CNAME",
  ],
  ["a CNAME that leads to itself", [set("a", "CNAME", "a.example.com.")], "values.0", "in a circle: a.example.com"],
  [
    "a circle of aliases",
    [set("a", "CNAME", "b.example.com."), set("b", "CNAME", "example.com."), set("@", "ALIAS", "a.example.com.")],
    "values.0",
    "must not lead in a circle",
  ],
])("%s does not fit", (_, sets, field, message) => {
  const misfit = findMisfit(ZONE, sets);
  expect([misfit?.problem.field, misfit?.problem.message]).toEqual([field, expect.stringContaining(message)]);
  expect(findMisfit(ZONE, sets.toReversed())).toBeDefined();
});

test("long chains, many owners and what leads outside fit", () => {
  const chain = Array.from({ length: 2_000 }, (_, number) => set(`c${number}`, "CNAME", `c${number + 1}.example.com.`));
  expect(findMisfit(ZONE, chain)).toBeUndefined();
  expect(
    findMisfit(ZONE, [
      set("@", "MX", "10 mail.example.com.", "0 ."),
      set("mail", "A", "203.0.113.7"),
      set("mail", "AAAA", "2001:db8::7"),
      set("www", "CNAME", "www.example.org."),
      set("sub", "NS", "ns.example.org."),
      set("@", "ALIAS", "www.example.com."),
    ]),
  ).toBeUndefined();
});

test.each(DNS_RECORD_TYPES)("values of %s that the OpenTofu provider takes for one are kept as one", (type) => {
  const kept = RECORD_SPELLINGS[type].map((row) => [...new Set(row.flatMap((text) => normalValues(type, [text])))]);
  expect(kept.map((values) => values.length)).toEqual(kept.map(() => 1));
  const forms = RECORD_SPELLINGS[type].map((row) => [...new Set(row.map(RECORD_FORMS[type]))]);
  expect(forms.map((written) => written.length)).toEqual(forms.map(() => 1));
  expect(new Set(forms.flat()).size).toBe(new Set(kept.flat()).size);
  for (const [index, [value = ""]] of kept.entries()) expect(RECORD_FORMS[type](value)).toBe(forms[index]?.[0]);
});
