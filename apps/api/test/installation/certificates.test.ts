// The certificates that the installation obtains, as operators see them, and what its health says of them.
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";
import { cdnOf } from "../cdn/cdn-fixture.ts";
import { AMSTERDAM } from "../networking/networking-fixture.ts";
import { planOf } from "../query-plan.ts";
import { OperatorFixture } from "./operator-fixture.ts";

const DIRECTORY = "https://acme.example.com/directory";
const REFUSED = "The authority did not issue it: DNS problem.";
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

let api: Api;
let fixture: OperatorFixture;
let balancer: string;
let distribution: string;
const cdn = cdnOf(() => api);
const list = (input: Readonly<Record<string, unknown>> = {}) => fixture.send("operatorCertificate.list", input);
const namesIn = ({ body }: { body: readonly { names: readonly string[] }[] }) => body.map(({ names }) => names[0]);

beforeAll(async () => {
  api = await startApi({ FULMAR_ACME_DIRECTORY: DIRECTORY, FULMAR_PUBLIC_CDN_URL: "https://cdn.example.com" });
  fixture = await OperatorFixture.open(api);
  const domains = ["late.example.com", "new.example.com"];
  const listener = { name: "https", protocol: "https", port: 443, domains };
  const rules = [{ redirect: { url: "https://example.org/" } }];
  const body = { name: "front", site_id: AMSTERDAM, configuration: { listeners: [{ ...listener, rules }] } };
  balancer = String((await api.request("POST", "/load-balancers", { body })).body.load_balancer_id);
  distribution = (await cdn.distribution()).id;
  for (const domain of ["www.example.com", "unproved.example.com"])
    await api.request("POST", cdn.at(distribution, "/custom-domains"), { body: { domain } });
  const { pool } = api.database;
  await pool.query(
    `UPDATE load_balancer_certificate
        SET problem = $1, refused = true, chain_pem = 'hidden chain', key_sealed = 'hidden key', issued_revision = 1,
            expires_at = $2 WHERE domain = 'late.example.com'`,
    [REFUSED, inDays(3)],
  );
  await pool.query(
    `UPDATE cdn_custom_domain SET status = 'active', tls_status = 'issued', certificate_expires_at = $1
      WHERE domain = 'www.example.com'`,
    [inDays(60)],
  );
  const asked = async (id: string, ends: number, renew: number, problem: string | null) =>
    pool.query(
      `INSERT INTO acme_certificate (certificate_id, directory_url, expires_at, renew_at, failures, next_try_at, problem)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, DIRECTORY, inDays(ends), inDays(renew), problem === null ? 0 : 3, problem && inDays(1), problem],
    );
  await asked(`${balancer}/late.example.com`, 3, -27, "DNS problem.");
  await asked("www.example.com", 60, 30, null);
  await asked("*.cdn.example.com", 20, -10, null);
});
afterAll(() => api.close());

test("certificates of load balancers, custom domains and the CDN's own names, by their end, without keys", async () => {
  const { body, text } = await list();
  const { organizationId: organization_id, workspaceId: workspace_id } = api.tenant;
  expect(body).toMatchObject([
    {
      ...{ kind: "load_balancer", certificate_id: `${balancer}/late.example.com`, resource_id: balancer },
      ...{ resource_name: "front", organization_id, workspace_id, names: ["late.example.com"] },
      ...{ issuer: "acme.example.com", state: "failing", last_error: REFUSED, failures: 3 },
      next_try_at: expect.any(String),
    },
    {
      ...{ kind: "cdn", certificate_id: "*.cdn.example.com", resource_id: null, organization_id: null },
      ...{ names: ["cdn.example.com", "*.cdn.example.com"], state: "renewing", last_error: null, failures: 0 },
    },
    { kind: "custom_domain", resource_id: distribution, names: ["www.example.com"], state: "valid" },
    { kind: "load_balancer", names: ["new.example.com"], state: "pending", expires_at: null, issuer: null },
  ]);
  expect(text).not.toContain("hidden");
});

test("filters by days and by failure, and pages follow each other", async () => {
  expect(namesIn(await list({ expires_within_days: 30 }))).toEqual(["late.example.com", "cdn.example.com"]);
  expect(namesIn(await list({ expires_within_days: 0 }))).toEqual([]);
  expect(namesIn(await list({ failing: true }))).toEqual(["late.example.com"]);
  const working = ["cdn.example.com", "www.example.com", "new.example.com"];
  expect(namesIn(await list({ failing: false }))).toEqual(working);
  const all = namesIn(await list());
  const found: unknown[] = [];
  let cursor = "";
  do {
    const page = await list({ limit: 1, ...(cursor !== "" && { cursor }) });
    expect(page.status).toBe(200);
    found.push(...namesIn(page));
    cursor = nextCursor(page);
  } while (cursor !== "");
  expect(found).toEqual(all);
  expect(await list({ cursor: "bm93" })).toMatchObject({ status: 400 });
});

test("health names what should have been renewed, and not what is valid", async () => {
  await api.reconcile("report-health");
  const { body } = await fixture.send("operatorHealth.get", {});
  const found: { check: string; state: string; sentence: string }[] = body.findings;
  const of = (id: string) => found.find(({ check }) => check === `certificate ${id}`);
  expect(of("*.cdn.example.com")).toMatchObject({
    state: "warn",
    sentence: expect.stringMatching(
      /^It expires in (19|20) days, on .*, and its renewal was due on .*: see the worker/,
    ),
  });
  expect(of(`${balancer}/late.example.com`)?.sentence).toContain("correct its DNS records (DNS problem.)");
  expect(of("www.example.com")).toBeUndefined();
});

test("what edges serve stands beside what was obtained, and health names what is another or ends soon", async () => {
  const { pool } = api.database;
  const edge = async (name: string, removed = false) => {
    await pool.query(
      `INSERT INTO edge (edge_id, name, site_id, removed_at) VALUES ($1, $1, $2, CASE WHEN $3 THEN now() END)`,
      [name, AMSTERDAM, removed],
    );
    return async (kind: string, id: string, domain: string, days: number | Date) =>
      pool.query(
        `INSERT INTO edge_certificate (edge_id, kind, id, name, fingerprint, issuer, expires_at)
         VALUES ($1, $2, $3, $4, 'abc', 'R11', $5)`,
        [name, kind, id, domain, typeof days === "number" ? inDays(days) : days],
      );
  };
  const [one, two, gone] = [await edge("front-1"), await edge("front-2"), await edge("front-3", true)];
  const { rows } = await pool.query(
    `SELECT expires_at FROM acme_certificate WHERE certificate_id IN ('www.example.com', '*.cdn.example.com')
      ORDER BY expires_at DESC`,
  );
  const [{ expires_at: www }, { expires_at: own }] = rows;
  await pool.query(`UPDATE cdn_custom_domain SET certificate_expires_at = $1 WHERE domain = 'www.example.com'`, [www]);
  await one("certificate", "www.example.com", "www.example.com", www);
  await two("certificate", "www.example.com", "www.example.com", 12);
  await gone("certificate", "www.example.com", "www.example.com", 1);
  await one("certificate", "*.cdn.example.com", "*.cdn.example.com", own);
  await two("certificate", "operator", "shop.example.net", 5);
  await one("load_balancer", "lb_another", "late.example.com", 3);
  await one("load_balancer", balancer, "late.example.com", -1);
  const served = Object.fromEntries(
    (await list()).body.map(({ names, served: by }: { names: string[]; served: unknown }) => [names[0], by]),
  );
  expect(served["www.example.com"]).toEqual([
    expect.objectContaining({ edge_name: "front-1", as_obtained: true, expires_at: www.toISOString(), issuer: "R11" }),
    expect.objectContaining({ edge_name: "front-2", as_obtained: false, fingerprint: "abc" }),
  ]);
  expect(served["late.example.com"]).toMatchObject([{ edge_name: "front-1", as_obtained: false }]);
  expect(served["new.example.com"]).toEqual([]);
  const edges = (await fixture.send("operatorEdge.list", {})).body;
  expect(edges).toMatchObject([
    { name: "front-1", certificates: 4, certificates_ending: 2 },
    { name: "front-2", certificates: 2, certificates_ending: 2 },
  ]);
  await api.reconcile("report-health");
  const { findings } = (await fixture.send("operatorHealth.get", {})).body;
  const said = Object.fromEntries(
    findings
      .filter(({ check }: { check: string }) => check.includes(" at front-"))
      .map(({ check, state, sentence }: Record<string, string>) => [check, `${state} ${sentence}`]),
  );
  expect(said).toEqual({
    "certificate late.example.com at front-1": expect.stringMatching(/^fail The edge serves one that ended on /),
    "certificate shop.example.net at front-2": expect.stringMatching(
      /^warn .* ends on .*: replace its file on the edge/,
    ),
    "certificate www.example.com at front-2": expect.stringMatching(
      /^warn .* not the one that was obtained, which ends /,
    ),
  });
});

test("a page of many is a part of two indexes", async () => {
  const { pool } = api.database;
  await pool.query(
    `INSERT INTO load_balancer_certificate (workspace_id, load_balancer_id, domain, since_revision, problem)
     SELECT $1, $2, 'many-' || i || '.example.com', 1, CASE WHEN i % 100 = 0 THEN 'It failed.' END
       FROM generate_series(1, 3000) AS i`,
    [api.tenant.workspaceId, balancer],
  );
  await pool.query("ANALYZE load_balancer_certificate");
  const record = recordStatements(api.served);
  for (const input of [{}, { failing: true }, { expires_within_days: 30 }]) {
    const { statements } = await record(() => list({ limit: 5, ...input }));
    const statement = statements.find(({ text }) => text.includes("asked_of_authorities"));
    if (statement === undefined) throw new Error("the list was not read");
    const scans = (await planOf(api.served, statement)).filter((node) => node["Relation Name"] !== undefined);
    for (const scan of scans) expect(scan["Actual Rows"], JSON.stringify(scan)).toBeLessThanOrEqual(6);
    expect(scans.map((scan) => scan["Relation Name"])).toContain("load_balancer_certificate");
  }
});
