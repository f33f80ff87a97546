import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, networkingFixture, uniqueName } from "../networking/networking-fixture.ts";

const withoutAuthority = networkingFixture();
let api: Api;
beforeAll(async () => {
  api = await startApi({
    FULMAR_ACME_DIRECTORY: "https://acme.example.com/directory",
    FULMAR_PUBLIC_CDN_URL: "https://cdn.example.com",
    FULMAR_S3_DOMAIN: "s3.example.com",
    FULMAR_WEBSITE_DOMAIN: "sites.example.com",
    FULMAR_PUBLIC_API_URL: "https://api.example.com/",
    FULMAR_PUBLIC_CONSOLE_URL: "https://console.example.com:8443",
    FULMAR_PUBLIC_OBJECT_STORE_URL: "https://objects.example.com",
  });
});
afterAll(() => api.close());

const https = (...domains: readonly string[]) => ({
  ...{ name: "https", protocol: "https", port: 443, domains, rules: [{ redirect: { url: "https://example.org/" } }] },
});
const balancer = (...listeners: readonly object[]) => ({
  ...{ name: uniqueName("lb"), site_id: AMSTERDAM, configuration: { listeners } },
});
const create = (body: object) => api.request("POST", "/load-balancers", { body });

describe("domains of a listener", () => {
  test("201: a listener needs no certificate then, and each domain is listed with its state, in pages", async () => {
    const listeners = [https("b.example.com", "A.Example.com"), { ...https("a.example.com"), name: "two", port: 8443 }];
    const { body, status } = await create(balancer(...listeners));
    expect(status).toBe(201);
    const at = `/load-balancers/${body.load_balancer_id}`;
    const made = (await api.request("GET", `${at}/listeners`)).body;
    expect(made.find(({ port }: { port: number }) => port === 443)).toMatchObject({
      ...{ certificate: null, domains: ["b.example.com", "a.example.com"] },
    });
    const all = (await api.request("GET", `${at}/certificates`)).body;
    const [first, second] = made.map(({ listener_id }: { listener_id: string }) => listener_id).toSorted();
    const pending = { status: "pending", problem: null, expires_at: null };
    const of = (listener_id: string, ...domains: string[]) =>
      domains.map((domain) => ({ domain, listener_id, ...pending }));
    const isFirst = made.find(({ listener_id }: { listener_id: string }) => listener_id === first).port === 443;
    const both = ["a.example.com", "b.example.com"];
    expect(all).toEqual([
      ...of(first, ...(isFirst ? both : ["a.example.com"])),
      ...of(second, ...(isFirst ? ["a.example.com"] : both)),
    ]);
    const paged = await api.request("GET", `${at}/certificates`, { query: { limit: "2" } });
    expect(paged.body).toEqual(all.slice(0, 2));
    const [, cursor = ""] = /cursor=([^&>]+)/.exec(paged.headers.link ?? "") ?? [];
    const rest = await api.request("GET", `${at}/certificates`, { query: { limit: "2", cursor } });
    expect(rest.body).toEqual(all.slice(2));
    await api.request("PATCH", `${at}/listeners/${first}`, { body: { domains: ["c.example.com"] } });
    const { rows } = await api.database.pool.query(
      "SELECT domain FROM load_balancer_certificate WHERE load_balancer_id = $1 ORDER BY domain",
      [body.load_balancer_id],
    );
    expect(rows.map(({ domain }) => domain)).toEqual(
      isFirst ? ["a.example.com", "c.example.com"] : [...both, "c.example.com"],
    );
  });

  test.each([
    ["www.cdn.example.com", "the CDN"],
    ["cdn.example.com", "the CDN"],
    ["s3.example.com", "the object store"],
    ["photos.s3.example.com", "the object store"],
    ["a.b.s3.example.com", "the object store"],
    ["shop.sites.example.com", "the websites of buckets"],
    ["api.example.com", "this installation"],
    ["console.example.com", "this installation"],
    ["objects.example.com", "this installation"],
  ])("400 for %s, a name of the installation, at a listener and at a distribution", async (domain, owner) => {
    const refused = await create(balancer(https("www.example.org", domain.toUpperCase())));
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors).toEqual([
      { field: "domains", message: `must be of your own; ${domain} belongs to ${owner}` },
    ]);
    const { id } = (
      await api.request("POST", "/cdn/distributions", {
        body: { name: uniqueName("cdn"), origin_type: "custom", origin_id: "https://origin.example.org" },
      })
    ).body;
    const added = await api.request("POST", `/cdn/distributions/${id}/custom-domains`, { body: { domain } });
    expectError(added, 400, "invalid_request");
    expect(added.body.errors).toEqual([
      { field: "domain", message: `must be a domain of your own, not one of ${owner}` },
    ]);
  });

  test("201 for names beside those of the installation", async () => {
    const beside = ["example.com", "my-s3.example.com", "www.console.example.com", "s3.example.com.example.org"];
    expect((await create(balancer(https(...beside)))).status).toBe(201);
  });

  test("409 challenge_port_taken when no authority could visit port 80", async () => {
    const { body } = await create(balancer());
    const at = `/load-balancers/${body.load_balancer_id}`;
    const pool = await api.request("POST", `${at}/pools`, { body: { name: "raw", protocol: "tcp" } });
    const raw = { name: "raw", protocol: "tcp", port: 80, default_pool_id: pool.body.pool_id };
    const { listener_id } = (await api.request("POST", `${at}/listeners`, { body: raw })).body;
    const refused = await api.request("POST", `${at}/listeners`, { body: https("www.example.com") });
    expectError(refused, 409, "challenge_port_taken");
    expect(refused.body.blockers).toEqual([{ type: "load_balancer_listener", id: listener_id, name: "raw" }]);
  });

  test("409 no_public_address while the load balancer has none", async () => {
    const { body: ip } = await api.request("POST", "/networking/reserved-ips", { body: { site_id: AMSTERDAM } });
    const { body } = await create({ ...balancer(), reserved_ip_id: ip.public_ip_id });
    const at = `/load-balancers/${body.load_balancer_id}`;
    await api.request("POST", `/networking/reserved-ips/${ip.public_ip_id}/detach`);
    const add = () => api.request("POST", `${at}/listeners`, { body: https("www.example.com") });
    expectError(await add(), 409, "no_public_address");
    const attach = { load_balancer_id: body.load_balancer_id };
    await api.request("POST", `/networking/reserved-ips/${ip.public_ip_id}/attach`, { body: attach });
    expect((await add()).status).toBe(201);
  });

  test("409 no_certificate_authority where the installation has none", async () => {
    expectError(
      await withoutAuthority.post("/load-balancers", balancer(https("www.example.com"))),
      409,
      "no_certificate_authority",
    );
  });
});
