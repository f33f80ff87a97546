import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasPowerDns, needs, PowerDns } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true });
let server: PowerDns;

if (!hasPowerDns()) test("zones are pushed", needs("PowerDNS with SQLite", false), () => {});
else {
  beforeAll(async () => {
    server = await PowerDns.start();
    writeFileSync(join(cli().dataDir, "api-key"), `${server.key}\n`);
  }, 120_000);
  afterAll(() => server.remove());
  pushTests();
}

function pushTests() {
  test("zones are made, changed and emptied; what is the same and what is another's stays", async () => {
    await attach("lb_01a", "192.0.2.10");
    await attach("lb_01b", "192.0.2.11");
    const all = ["--cdn-address", "203.0.113.7", "--balancer-domain", "lb.example.com"];
    expect(await push(all)).toEqual([
      { zone: "cdn.example.com", records: "2", changed: "yes" },
      { zone: "lb.example.com", records: "2", changed: "yes" },
      { zone: "2.0.192.in-addr.arpa", records: "1", changed: "yes" },
    ]);
    expect(await recordsOf("lb.example.com.")).toEqual([
      "lb-01a.lb.example.com. A 192.0.2.10",
      "lb-01b.lb.example.com. A 192.0.2.11",
      "lb.example.com. NS ns1.example.net.",
    ]);
    expect(await recordsOf("2.0.192.in-addr.arpa.")).toContain("10.2.0.192.in-addr.arpa. PTR www.example.com.");
    const serial = await serialOf("lb.example.com.");
    expect((await push(all)).map(({ changed }) => changed)).toEqual(["no", "no", "no"]);
    expect(await serialOf("lb.example.com.")).toBe(serial);

    await cli().database.pool.query("DELETE FROM reserved_ip WHERE attached_load_balancer_id = 'lb_01a'");
    await attach("lb_01c", "192.0.2.12");
    expect(await push(["--balancer-domain", "lb.example.com"])).toEqual([
      { zone: "lb.example.com", records: "2", changed: "yes" },
      { zone: "2.0.192.in-addr.arpa", records: "0", changed: "yes" },
    ]);
    expect((await recordsOf("lb.example.com.")).slice(0, 2)).toEqual([
      "lb-01b.lb.example.com. A 192.0.2.11",
      "lb-01c.lb.example.com. A 192.0.2.12",
    ]);
    expect(await serialOf("lb.example.com.")).toBeGreaterThan(serial);
    expect(await recordsOf("cdn.example.com.")).toContain("*.cdn.example.com. A 203.0.113.7");
    expect(await recordsOf("2.0.192.in-addr.arpa.")).toEqual(["2.0.192.in-addr.arpa. NS ns1.example.net."]);
  });

  test("a zone of somebody else is not changed, and then no other zone is either", async () => {
    const cdn = { FULMAR_PUBLIC_CDN_URL: "https://cdn2.example.com" };
    await push(["--cdn-address", "203.0.113.7"], cdn);
    await server.ask("POST", "", { name: "other.example.com.", kind: "Native", nameservers: ["ns9.example.net."] });
    const before = await recordsOf("other.example.com.");
    const { code, stderr } = await run(
      ["--balancer-domain", "other.example.com", "--cdn-address", "203.0.113.99"],
      cdn,
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining("other.example.com")]);
    expect(stderr).toContain("was not made by this command");
    expect(await recordsOf("other.example.com.")).toEqual(before);
    expect(await recordsOf("cdn2.example.com.")).not.toContain("cdn2.example.com. A 203.0.113.99");
  });

  test("a wrong key, a silent server and a wrong domain are refused in one sentence", async () => {
    const wrong = join(cli().dataDir, "wrong-key");
    writeFileSync(wrong, "wrong\n");
    const refusals = [
      [["--api-key-file", wrong], "does not accept the API key"],
      [["--api-key-file", join(cli().dataDir, "absent")], "There is no API key in the file"],
      [["--powerdns-url", "http://127.0.0.1:1"], "does not answer"],
      [["--powerdns-url", "ns1"], "is not a URL"],
      [["--balancer-domain", "lb"], "balancer-domain"],
      [["--balancer-domain", "CDN.example.com", "--cdn-address", "203.0.113.7"], "cdn.example.com is the CDN's"],
    ] as const;
    await Promise.all(
      refusals.map(async ([options, sentence]) => {
        const { code, stdout, stderr } = await run(options);
        expect([code, stdout, stderr.trimEnd().split("\n").length]).toEqual([1, "", 1]);
        expect(stderr).toContain(sentence);
      }),
    );
  });
}

const CDN = { FULMAR_PUBLIC_CDN_URL: "https://cdn.example.com" };

async function run(options: readonly string[], env = CDN) {
  const access = ["--powerdns-url", server.url, "--api-key-file", join(cli().dataDir, "api-key")];
  const args = ["admin", "dns", "push", "--name-server", "ns1.example.net", ...access, ...options];
  return cli().fulmar([...args, "--json"], env);
}

async function push(
  options: readonly string[],
  env = CDN,
): Promise<{ zone: string; records: string; changed: string }[]> {
  const { stdout, stderr } = await run(options, env);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout).zones;
}

/** A load balancer's address. The first one has reverse DNS, too. */
async function attach(loadBalancerId: string, address: string): Promise<void> {
  await cli().database.pool.query(
    `WITH balancer AS (
       INSERT INTO load_balancer (workspace_id, load_balancer_id, name, site_id, tags)
       VALUES (1, $1, $1, 'site-ams-1', '{}')
     ), made AS (
       INSERT INTO reserved_ip (public_ip_id, workspace_id, site_id, reverse_dns, reservation_type,
                                attached_load_balancer_id)
       VALUES ('ip_' || $1, 1, 'site-ams-1', CASE $1 WHEN 'lb_01a' THEN 'www.example.com' ELSE '' END, 'user_reserved',
               $1)
     )
     INSERT INTO public_address (address, site_id, public_ip_id) VALUES ($2::inet, 'site-ams-1', 'ip_' || $1)`,
    [loadBalancerId, address],
  );
}

async function setsOf(zone: string) {
  return (
    (await server.ask("GET", `/${zone}`)) as {
      rrsets: { name: string; type: string; records: { content: string }[] }[];
    }
  ).rrsets;
}

/** All records but the SOA, sorted. */
async function recordsOf(zone: string): Promise<string[]> {
  return (await setsOf(zone))
    .filter(({ type }) => type !== "SOA")
    .flatMap(({ name, type, records }) => records.map(({ content }) => `${name} ${type} ${content}`))
    .toSorted();
}

async function serialOf(zone: string): Promise<number> {
  const soa = (await setsOf(zone)).find(({ type }) => type === "SOA")?.records[0]?.content ?? "";
  return Number(soa.split(" ")[2]);
}
