import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { cdnOf } from "./cdn-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let api: Api;
const { newName, at, distribution, distributionThatIs } = cdnOf(() => api);
const newDomain = () => `${newName()}.example.com`;
const add = (id: string, domain: unknown) => api.request("POST", at(id, "/custom-domains"), { body: { domain } });

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("/cdn/distributions/{distribution_id}/custom-domains", () => {
  test("200: an empty list before a domain is added", async () => {
    const { id, default_domain } = await distribution();
    const { status, body } = await api.request("GET", `/cdn/distributions/${id}/custom-domains`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { distribution_id: id, default_domain, custom_domains: [] },
    });
  });

  test("201: the domain awaits validation with DNS instructions; both lists have it, newest first", async () => {
    const { id, default_domain } = await distribution();
    const [one, two] = [newDomain(), newDomain()];
    const first = await add(id, one.toUpperCase());
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      domain: one,
      status: "pending_validation",
      created_at: expect.stringMatching(TIMESTAMP),
      tls_status: null,
      instructions: [
        expect.stringMatching(
          new RegExp(`^Create a TXT record for _fulmar-challenge\\.${one} with the value [0-9a-f]{32}\\.$`),
        ),
        `Create a CNAME record for ${one} that points to ${default_domain}.`,
      ],
    });
    const second = await add(id, two);
    const list = await api.request("GET", `/cdn/distributions/${id}/custom-domains`);
    expect(list.body.custom_domains).toEqual([second.body, first.body]);
    expect((await api.request("GET", `/cdn/distributions/${id}`)).body.custom_domains).toEqual([two, one]);

    await api.database.prisma.cdnCustomDomain.updateMany({
      where: { domain: one },
      data: { status: "active", tls_status: "issued" },
    });
    const served = await api.request("GET", `/cdn/distributions/${id}/custom-domains`);
    expect(served.body.custom_domains[1]).toMatchObject({
      domain: one,
      status: "active",
      tls_status: "issued",
      instructions: null,
    });
  });

  test("409 domain_taken for a domain of another distribution in the workspace", async () => {
    const [one, two] = [await distribution(), await distribution()];
    const domain = newDomain();
    await add(one.id, domain);
    expect(await add(two.id, domain)).toMatchObject({ status: 409, body: { code: "domain_taken" } });
  });

  test.each([
    undefined,
    "",
    "localhost",
    "10.0.0.1",
    "*.example.com",
    "https://example.com",
    "abc.cdn.fulmar.example",
    "*",
    // Names of the installation: bucket and distribution of somebody else, or nobody's.
    ...["cdn.fulmar.example", "foo.s3.localhost", "a.b.s3.localhost", "foo.S3.LocalHost", "foo.s3-website.localhost"],
  ])("400 names domain for %j", async (domain) => {
    const refused = await add((await distribution()).id, domain);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ field: "domain" });
  });

  test.each([
    ["münchen.example", "in ASCII, as xn--mnchen-3ya.example"],
    ["example.com.", "without the dot at its end"],
  ])("400 says how to write %s, as a domain and as an origin", async (host, written) => {
    const refused = await add((await distribution()).id, host);
    const message = `must be written ${written}`;
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "domain", message }] } });
    const body = { name: newName(), origin_type: "custom", origin_id: `https://${host}/` };
    const origin = await api.request("POST", "/cdn/distributions", { body });
    const errors = [{ field: "origin_id", message: `must have a host that is written ${written}` }];
    expect(origin).toMatchObject({ status: 400, body: { errors } });
  });

  test("409 too_many_domains: a distribution takes at most 100 domains", async () => {
    const { id } = await distribution();
    for (let number = 1; number <= 100; number++) expect((await add(id, newDomain())).status).toBe(201);
    expect(await add(id, newDomain())).toMatchObject({ status: 409, body: { code: "too_many_domains" } });
  });

  test("409 distribution_failed for a distribution whose deployment failed", async () => {
    const { id } = await distributionThatIs("failed");
    expect(await add(id, newDomain())).toMatchObject({ status: 409, body: { code: "distribution_failed" } });
  });

  test("404 for an absent distribution", async () => {
    expect((await add("cdn_absent", "cdn.example.com")).status).toBe(404);
    expect((await api.request("GET", "/cdn/distributions/cdn_absent/custom-domains")).status).toBe(404);
  });
});

describe("/cdn/distributions/{distribution_id}/custom-domains/{domain}", () => {
  async function added() {
    const { id } = await distribution();
    const { body } = await add(id, newDomain());
    return { id, record: body, path: at(id, `/custom-domains/${body.domain}`) };
  }

  test("200: the report of a domain, in any letter case, with DNS records and the last check", async () => {
    const { id, record, path } = await added();
    const report = {
      ...record,
      distribution_id: id,
      dns_records: [
        { type: "TXT", name: `_fulmar-challenge.${record.domain}`, value: expect.stringMatching(/^[0-9a-f]{32}$/) },
        { type: "CNAME", name: record.domain, value: `${id.slice("cdn_".length)}.cdn.fulmar.example` },
      ],
      checked_at: null,
      next_check_at: expect.stringMatching(TIMESTAMP),
      problem: null,
      certificate_expires_at: null,
    };
    expect((await api.request("GET", path)).body).toEqual(report);
    expect((await api.request("GET", at(id, `/custom-domains/${record.domain.toUpperCase()}`))).body).toEqual(report);
    expect((await api.request("POST", `${path}/verify`)).body).toEqual(report);
  });

  test("200: a problem appears in the instructions; a failed domain is not checked again (409 domain_failed)", async () => {
    const { id, record, path } = await added();
    const update = (text: string) =>
      api.database.pool.query(`UPDATE cdn_custom_domain SET ${text} WHERE domain = $1`, [record.domain]);
    await update("problem = 'It is not there.', checked_at = '2026-11-21T10:00:00Z'");
    const [listed] = (await api.request("GET", at(id, "/custom-domains"))).body.custom_domains;
    expect(listed.instructions).toEqual([
      ...record.instructions,
      "At the last check, 2026-11-21T10:00:00.000Z: It is not there.",
    ]);
    await update("status = 'failed', check_at = NULL");
    expect((await api.request("GET", path)).body).toMatchObject({
      status: "failed",
      next_check_at: null,
      problem: "It is not there.",
      instructions: ["Remove the domain and add it again. The last check failed: It is not there."],
    });
    expect(await api.request("POST", `${path}/verify`)).toMatchObject({ status: 409, body: { code: "domain_failed" } });
  });

  test("200: the domain is removed and can be added to another distribution", async () => {
    const { record, path } = await added();
    expect(await api.request("DELETE", path)).toMatchObject({
      status: 200,
      body: { status: "deleted", domain: record.domain },
    });
    for (const [method, suffix] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/verify"],
    ] as const)
      expect((await api.request(method, path + suffix)).status).toBe(404);
    expect((await add((await distribution()).id, record.domain)).status).toBe(201);
  });

  test("404 for a domain of another distribution", async () => {
    const [{ record }, { id }] = [await added(), await distribution()];
    expect((await api.request("GET", at(id, `/custom-domains/${record.domain}`))).status).toBe(404);
  });
});
