import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { needs } from "@fulmar/testkit";
import { beforeEach, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";
import { mailboxName, nextSerial } from "./dns/zone-file.ts";

const CDN = { FULMAR_PUBLIC_CDN_URL: "https://cdn.example.com" };
const CDN_FILE = "cdn.example.com.zone";
const REVERSE_FILE = "2.0.192.in-addr.arpa.zone";
const MARK = "; Written by fulmar admin dns zones, which replaces it: put nothing of your own here.";

const CHECKER = "named-checkzone";
const hasChecker = spawnSync(CHECKER, ["-v"]).error === undefined;

const cli = cliFixture({ seeded: true });
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(cli().dataDir, "zones-"));
  await cli().database.pool.query("DELETE FROM reserved_ip");
});

function zones(...options: readonly string[]): string[] {
  return ["admin", "dns", "zones", "--folder", folder, "--name-server", "ns1.example.net", ...options];
}

/** Reserves addresses, each with its reverse DNS. */
async function reserve(reverseDns: Readonly<Record<string, string>>): Promise<void> {
  const values = [Object.keys(reverseDns), Object.values(reverseDns)];
  await cli().database.pool.query(
    `WITH made AS (
       INSERT INTO reserved_ip (public_ip_id, workspace_id, site_id, reverse_dns, reservation_type)
       SELECT 'ip_' || md5(address), 1, 'site-ams-1', reverse_dns, 'user_reserved'
         FROM unnest($1::text[], $2::text[]) AS given (address, reverse_dns)
     )
     INSERT INTO public_address (address, site_id, public_ip_id)
     SELECT address::inet, 'site-ams-1', 'ip_' || md5(address) FROM unnest($1::text[]) AS address
         ON CONFLICT (address) DO UPDATE SET public_ip_id = EXCLUDED.public_ip_id`,
    values,
  );
}

const pathOf = (file: string) => join(folder, file);
const contentOf = (file: string) => readFileSync(pathOf(file), "utf8");

/** Serials depend on the day of the run. */
function withoutSerial(file: string): string {
  return contentOf(file).replace(/ \d{10} /, " SERIAL ");
}

/** The zones that a run has written. The list is complete. */
async function run(...options: readonly string[]): Promise<Record<string, { serial: number; changed: string }>> {
  const { zones: written } = await cli().answer(zones(...options), CDN);
  return Object.fromEntries(
    (written as { zone: string; serial: string; changed: string }[]).map(({ zone, serial, changed }) => [
      zone,
      { serial: Number(serial), changed },
    ]),
  );
}

async function expectRefusal(args: readonly string[], sentence: string, env = CDN) {
  const { code, stdout, stderr } = await cli().fulmar(args, env);
  expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(sentence)]);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}

test("the CDN's zone has the edges' addresses for its domain and for every name below it", async () => {
  const answer = await cli().answer(
    zones(
      "--name-server",
      "ns2.example.net",
      "--cdn-address",
      "203.0.113.8,203.0.113.7",
      "--cdn-address",
      "2001:DB8::7",
    ),
    CDN,
  );
  expect(answer).toEqual({
    zones: [
      {
        zone: "cdn.example.com",
        file: pathOf(CDN_FILE),
        records: "6",
        serial: expect.stringMatching(/^\d{8}00$/),
        changed: "yes",
      },
    ],
    left_out: [],
  });
  expect(withoutSerial(CDN_FILE).split("\n")).toEqual([
    MARK,
    "$ORIGIN cdn.example.com.",
    "$TTL 300",
    "@ IN SOA ns1.example.net. hostmaster.cdn.example.com. SERIAL 3600 600 1209600 300",
    "@ IN NS ns1.example.net.",
    "@ IN NS ns2.example.net.",
    "@ IN A 203.0.113.7",
    "@ IN A 203.0.113.8",
    "@ IN AAAA 2001:db8::7",
    "* IN A 203.0.113.7",
    "* IN A 203.0.113.8",
    "* IN AAAA 2001:db8::7",
    "",
  ]);
  expect(readdirSync(folder)).toEqual([CDN_FILE]);
});

test("reverse zones have a PTR record for each reserved IP with reverse DNS, a zone for each /24", async () => {
  await reserve({
    "192.0.2.1": "WWW.Example.com",
    "192.0.2.200": "mail.example.com",
    "192.0.2.7": "",
    "198.51.100.9": "xn--bcher-kva.example",
  });
  expect(Object.keys(await run())).toEqual(["2.0.192.in-addr.arpa", "100.51.198.in-addr.arpa"]);
  expect(contentOf(REVERSE_FILE)).toMatch(
    /^1 IN PTR www\.example\.com\.\n200 IN PTR mail\.example\.com\.\n(?![\s\S])/m,
  );
});

test("BIND loads every zone", needs("BIND's named-checkzone", hasChecker), async () => {
  await reserve({
    "192.0.2.1": "www.example.com",
    "192.0.2.2": "localhost",
    "192.0.2.3": "1.2.3.4",
    "198.51.100.9": `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`,
  });
  const options = ["--hostmaster", "dns.$admin's+x@example.com", "--cdn-address", "203.0.113.7", "2001:db8::7"];
  const answer = (await cli().answer(zones(...options), CDN)) as { zones: Record<string, string>[] };
  expect(answer.zones).toHaveLength(3);
  for (const { zone = "", file = "", serial } of answer.zones)
    expect(execFileSync(CHECKER, [zone, file], { encoding: "utf8" })).toBe(
      `zone ${zone}/IN: loaded serial ${serial}\nOK\n`,
    );
});

test("all reserved IPs are read, however many", async () => {
  const addresses = Array.from({ length: 2_500 }, (_, number) => `10.9.${number >> 8}.${number & 255}`);
  await reserve(Object.fromEntries(addresses.map((address) => [address, "many.example.com"])));
  const answer = (await cli().answer(zones())) as { zones: Record<string, string>[] };
  expect(answer.zones).toHaveLength(10);
  expect(answer.zones.reduce((sum, { records }) => sum + Number(records), 0)).toBe(2_500);
});

test("text that is not a host name is left out and listed, so that it cannot become records of its own", async () => {
  const odd = [
    "a.example.\n@ IN NS evil.example.",
    "a;b",
    "$INCLUDE",
    "a b",
    "a..b",
    "-a.example",
    "a.example\\",
    '"',
    ".",
    "ä.example",
  ];
  await reserve(Object.fromEntries([...odd.entries()].map(([place, text]) => [`192.0.2.${place + 10}`, text])));
  await reserve({ "192.0.2.1": "dotted.example.com." });
  const answer = await cli().answer(zones());
  expect(answer).toMatchObject({ zones: [{ records: "1" }], left_out: odd.map((_, place) => `192.0.2.${place + 10}`) });
  expect(contentOf(REVERSE_FILE)).toMatch(/@ IN NS ns1\.example\.net\.\n1 IN PTR dotted\.example\.com\.\n$/);
});

test("the serial and the file stay while the records do, and the serial grows with every change", async () => {
  await reserve({ "192.0.2.1": "www.example.com" });
  const zone = "2.0.192.in-addr.arpa";
  const { [zone]: first } = await run();
  const { ino, mtimeMs } = statSync(pathOf(REVERSE_FILE));
  expect((await run())[zone]).toEqual({ serial: first?.serial, changed: "no" });
  expect(statSync(pathOf(REVERSE_FILE))).toMatchObject({ ino, mtimeMs });

  await reserve({ "192.0.2.2": "mail.example.com" });
  const { [zone]: second } = await run();
  expect(second?.changed).toBe("yes");
  expect(second?.serial).toBeGreaterThan(first?.serial ?? Infinity);
  const { [zone]: third } = await run("--name-server", "ns2.example.net");
  expect(third?.changed).toBe("yes");
  expect(third?.serial).toBeGreaterThan(second?.serial ?? Infinity);
});

test("a zone whose last record went away keeps its file, without records", async () => {
  await reserve({ "192.0.2.1": "www.example.com" });
  await run("--cdn-address", "203.0.113.7");
  const cdn = contentOf(CDN_FILE);
  await cli().database.pool.query("UPDATE reserved_ip SET reverse_dns = ''");
  expect(await run()).toEqual({
    "2.0.192.in-addr.arpa": { serial: expect.any(Number), changed: "yes" },
  });
  expect(withoutSerial(REVERSE_FILE).split("\n").slice(3)).toEqual([
    "@ IN SOA ns1.example.net. hostmaster.2.0.192.in-addr.arpa. SERIAL 3600 600 1209600 300",
    "@ IN NS ns1.example.net.",
    "",
  ]);
  expect(Object.values(await run()).map(({ changed }) => changed)).toEqual(["no"]);
  expect(contentOf(CDN_FILE)).toBe(cdn);
});

test("a file that the command did not write is not replaced, and then no other file is either", async () => {
  await reserve({ "192.0.2.1": "www.example.com", "198.51.100.1": "mail.example.com" });
  const other = "100.51.198.in-addr.arpa.zone";
  writeFileSync(pathOf(other), "$TTL 60\n");
  await expectRefusal(zones(), `The file ${pathOf(other)} was not written by this command`);
  expect([readdirSync(folder), contentOf(other)]).toEqual([[other], "$TTL 60\n"]);

  renameSync(pathOf(other), pathOf("kept"));
  writeFileSync(pathOf("9.9.9.in-addr.arpa.zone"), "$TTL 60\n");
  symlinkSync(pathOf("kept"), pathOf(other));
  await expectRefusal(zones(), `${pathOf(other)} is not a regular file`);
  expect(contentOf("kept")).toBe("$TTL 60\n");

  renameSync(pathOf(other), pathOf("link"));
  expect(Object.keys(await run())).toEqual(["2.0.192.in-addr.arpa", "100.51.198.in-addr.arpa"]);
  expect(contentOf("9.9.9.in-addr.arpa.zone")).toBe("$TTL 60\n");

  writeFileSync(pathOf(REVERSE_FILE), contentOf(REVERSE_FILE).replace(" IN SOA", " IN soa"));
  await expectRefusal(zones(), `The file ${pathOf(REVERSE_FILE)} has no serial any more`);
});

test("a failed write leaves the former file and no other", async () => {
  await reserve({ "192.0.2.1": "www.example.com" });
  mkdirSync(pathOf("sub"));
  const long = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;
  await expectRefusal(zones("--cdn-address", "203.0.113.7"), "ENAMETOOLONG", {
    FULMAR_PUBLIC_CDN_URL: `https://${long}`,
  });
  expect(readdirSync(folder)).toEqual(["sub"]);
});

test("invalid options are refused in one sentence", async () => {
  await reserve({ "192.0.2.1": "www.example.com" });
  const missing = pathOf("none");
  for (const [args, sentence] of [
    [["admin", "dns", "zones", "--folder", folder], "The option --name-server"],
    [zones("--folder", missing), `There is no folder ${missing}`],
    [zones("--name-server", "ns1"), '"ns1" is not the name of a name server'],
    [zones("--name-server", "a.b\n@ IN NS c.d"), "is not the name of a name server"],
    [zones("--name-server", "ns1.2.0.192.in-addr.arpa"), "is in the zone 2.0.192.in-addr.arpa"],
    [zones("--cdn-address", "203.0.113.7", "--name-server", "NS.cdn.example.com"), "is in the zone cdn.example.com"],
    [zones("--hostmaster", "a b@example.com"), "is not a mail address"],
    [zones("--cdn-address", "fe80::1%eth0"), "cdn-address must be addresses"],
  ] as const)
    await expectRefusal(args, sentence);
  await expectRefusal(zones("--cdn-address", "203.0.113.7"), "has no domain", {
    FULMAR_PUBLIC_CDN_URL: "http://127.0.0.1:8088",
  });
  expect([readdirSync(folder), existsSync(missing)]).toEqual([[], false]);
});

test.each([
  ["none before", undefined, 2026_03_04_00],
  ["one of an earlier day", 2026_03_03_07, 2026_03_04_00],
  ["the day's first", 2026_03_04_00, 2026_03_04_01],
  ["one of a later day", 2026_03_05_99, 2026_03_06_00],
  ["the largest", 2 ** 32 - 1, 2026_03_04_00],
  ["one that secondaries would take for later than the day's first", 2026_03_04_00 + 2 ** 31, 2026_03_04_01 + 2 ** 31],
])("the serial after %s", (_, previous, next) => {
  expect(nextSerial(previous, new Date("2026-03-04T23:59:59Z"))).toBe(next);
});

test("no serial is 0", () => {
  expect(nextSerial(2 ** 32 - 1, new Date("2150-01-01T00:00:00Z"))).toBe(1);
});

test.each([
  ["dns@example.com", "dns.example.com."],
  ["First.Last@Example.com", "First\\.Last.example.com."],
  ["a$b'c@example.com.", "a\\$b\\'c.example.com."],
  ["hostmaster.example.com", "hostmaster.example.com."],
  ["@example.com", undefined],
  ["a@b@example.com", undefined],
  ["a;b@example.com", undefined],
  ["a\\b.example.com", undefined],
  [`${"a".repeat(64)}@example.com`, undefined],
  ["a@localhost", undefined],
])("the mailbox %s", (text, name) => {
  expect(mailboxName(text)).toBe(name);
});
