import { DNS_LIMITS } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let names = 0;
const make = (body: object = {}) =>
  api.request("POST", "/dns/zones", { body: { name: `zone-${++names}.example.com`, ...body } });
const newZone = async (): Promise<string> => (await make()).body.zone_id;
const set = (zone: string, body: object) => api.request("PUT", `/dns/zones/${zone}/records`, { body });

describe("POST /dns/zones", () => {
  test("201: the record with its defaults", async () => {
    const { status, body } = await make({ name: "Shop.Example.com" });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ zone_id: expect.stringMatching(/^zone_/), name: "shop.example.com", description: "", status: "pending" },
      ...{ dnssec: false, ds_record: null, dnskey_record: null, delegation_ds: null },
      ...{ deletion_protection: false, name_servers: [expect.any(String), expect.any(String)] },
      proof_record: {
        ...{ type: "TXT", name: "_fulmar-challenge.shop.example.com", value: expect.stringMatching(/^[0-9a-f]{32}$/) },
      },
      ...{ instructions: [expect.any(String), expect.any(String)], delegated_to: null, problem: null },
      ...{ checked_at: null, next_check_at: expect.any(String), pending_changes: false, applied_at: null },
      ...{ error_message: null, record_set_count: 0, created_at: expect.any(String), updated_at: expect.any(String) },
    });
    expect((await api.request("GET", `/dns/zones/${body.zone_id}`)).body).toEqual(body);
    expect((await api.request("GET", "/dns/zones", { query: { name: "shop.example.com" } })).body).toEqual([body]);
    expectError(await make({ name: "shop.example.com" }), 409, "name_taken");
  });

  test.each([
    "example",
    "example.com.",
    "bücher.example",
    "a_b.example.com",
    "192.0.2.1",
    "*.example.com",
    "cdn.fulmar.example",
  ])("400 for the name %s", async (name) => {
    const answer = await make({ name });
    expectError(answer, 400, "invalid_request");
    expect(answer.body.errors).toMatchObject([{ field: "name" }]);
  });
});

describe("PUT /dns/zones/{zone_id}/records", () => {
  test("creates a record set and replaces it under its id, in its normal form", async () => {
    const zone = await newZone();
    const { status, body } = await set(zone, { name: "WWW", type: "A", values: ["203.0.113.7", "203.0.113.7"] });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ record_set_id: expect.stringMatching(/^rrs_/), zone_id: zone, name: "www", type: "A", ttl: 3_600 },
      ...{ values: ["203.0.113.7"], answered_values: ["203.0.113.7"], created_at: expect.any(String) },
      ...{ vm_id: null, load_balancer_id: null, reserved_ip_id: null, updated_at: expect.any(String) },
    });
    const again = await set(zone, { name: "www", type: "A", ttl: 60, values: ["203.0.113.8"] });
    expect(again.body).toMatchObject({ record_set_id: body.record_set_id, ttl: 60, values: ["203.0.113.8"] });
    expect((await api.request("GET", `/dns/zones/${zone}/records`)).body).toEqual([again.body]);
    expect((await api.request("GET", `/dns/zones/${zone}/records/${body.record_set_id}`)).body).toEqual(again.body);
    const { name, type, ttl, values, vm_id, load_balancer_id, reserved_ip_id } = again.body;
    const asRead = await set(zone, { name, type, ttl, values, vm_id, load_balancer_id, reserved_ip_id });
    expect(asRead.body).toMatchObject({ record_set_id: body.record_set_id, values });
    const gone = await api.request("DELETE", `/dns/zones/${zone}/records/${body.record_set_id}`);
    expect(gone.body).toEqual({ status: "deleted", id: body.record_set_id });
    expect((await api.request("GET", `/dns/zones/${zone}`)).body.record_set_count).toBe(0);
  });

  test.each([
    [{ name: "www.example.org.", type: "A", values: ["203.0.113.7"] }, "name"],
    [{ name: "@", type: "CNAME", values: ["www.example.org"] }, "type"],
    [{ name: "www", type: "TXT", values: ["beside a CNAME"] }, "type"],
    [{ name: "mail", type: "CNAME", values: ["www.example.org"] }, "type"],
    [{ name: "www", type: "CNAME", values: ["a.example.org", "b.example.org"] }, "values"],
    [{ name: "a", type: "A", values: ["203.0.113.7", "203.0.113"] }, "values.1"],
    [{ name: "@", type: "MX", values: ["10 www.ZONE"] }, "values.0"],
    [{ name: "loop", type: "CNAME", values: ["loop.ZONE"] }, "values.0"],
    [{ name: "a", type: "A", values: ["203.0.113.7"], ttl: 0 }, "ttl"],
    [{ name: "a", type: "SOA", values: ["x"] }, "type"],
    [{ name: "a", type: "A", values: [] }, "values"],
    [{ name: "a", type: "A" }, "values"],
    [{ name: "a", type: "A", values: ["203.0.113.7"], vm_id: "vm_1" }, "values"],
    [{ name: "a", type: "CNAME", load_balancer_id: "lb_1" }, "type"],
    [{ name: "a", type: "A", vm_id: "vm_1", reserved_ip_id: "ip_1" }, "reserved_ip_id"],
    [{ name: "a", type: "A", vm_id: "" }, "vm_id"],
    [{ name: "a", type: "A", vm_id: null }, "values"],
    [
      { name: "a", type: "A", values: Array.from({ length: DNS_LIMITS.values + 1 }, (_, one) => `192.0.2.${one}`) },
      "values",
    ],
  ])(
    "400 for %j names %s, and nothing changes",
    async (body: { readonly name: string; readonly values?: readonly string[] }, field) => {
      const { body: zone } = await make();
      await set(zone.zone_id, { name: "www", type: "CNAME", values: ["host.example.org"] });
      await set(zone.zone_id, { name: "@", type: "MX", values: [`5 mail.${zone.name}`] });
      const before = (await api.request("GET", `/dns/zones/${zone.zone_id}/records`)).body;
      const given = { ...body, values: body.values?.map((value) => value.replace("ZONE", zone.name)) };
      const answer = await set(zone.zone_id, given);
      expectError(answer, 400, "invalid_request");
      expect(answer.body.errors).toMatchObject([{ field }]);
      expect((await api.request("GET", `/dns/zones/${zone.zone_id}/records`)).body).toEqual(before);
    },
  );

  test("409 for one record set too many", async () => {
    const zone = await newZone();
    await api.database.pool.query(
      `INSERT INTO dns_record_set (workspace_id, zone_id, record_set_id, name, type, ttl, "values")
       SELECT workspace_id, zone_id, 'rrs_' || n, 'n' || n, 'A', 60, '{203.0.113.7}'
         FROM dns_zone, generate_series(1, $2::int) AS n WHERE zone_id = $1`,
      [zone, DNS_LIMITS.recordSets],
    );
    expectError(await set(zone, { name: "more", type: "A", values: ["203.0.113.7"] }), 409, "too_many_record_sets");
    expect((await set(zone, { name: "n1", type: "A", values: ["203.0.113.8"] })).status).toBe(200);
    const file = await api.request("POST", `/dns/zones/${zone}/import`, {
      body: { zone_file: "more A 203.0.113.7\n" },
    });
    expectError(file, 409, "too_many_record_sets");
  });
});

test("a protected zone is not deleted, and a deletion takes its record sets along", async () => {
  const zone = await newZone();
  await set(zone, { name: "www", type: "A", values: ["203.0.113.7"] });
  await api.request("PATCH", `/dns/zones/${zone}`, { body: { deletion_protection: true } });
  expectError(await api.request("DELETE", `/dns/zones/${zone}`), 409, "deletion_protected");
  await api.request("PATCH", `/dns/zones/${zone}`, { body: { deletion_protection: false } });
  const planned = await api.request("DELETE", `/dns/zones/${zone}`, { query: { dry_run: "true" } });
  expect(
    planned.body.changes.map(({ action, resource_type }: Record<string, string>) => [action, resource_type]),
  ).toEqual(expect.arrayContaining([["delete", "dns_zone"]]));
  expect((await api.request("DELETE", `/dns/zones/${zone}`)).body).toEqual({ status: "deleted", id: zone });
  expectError(await api.request("GET", `/dns/zones/${zone}/records`), 404, "not_found");
});

test("the plan of a resource's deletion names the record sets that go with it", async () => {
  const { body: ip } = await api.request("POST", "/networking/reserved-ips", { body: { site_id: "site-ams-1" } });
  const zone = await newZone();
  const reserved_ip_id = ip.public_ip_id;
  const planned = await api.request("PUT", `/dns/zones/${zone}/records`, {
    body: { name: "www", type: "A", reserved_ip_id },
    query: { dry_run: "true" },
  });
  expect(planned.body.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ action: "create", resource_type: "dns_record_set", name: "A www" },
        fields: expect.arrayContaining([{ field: "answered_values", from: null, to: [ip.address] }]),
      }),
    ]),
  );
  await set(zone, { name: "www", type: "A", reserved_ip_id });
  const { body } = await api.request("DELETE", `/networking/reserved-ips/${reserved_ip_id}`, {
    query: { dry_run: "true" },
  });
  expect(body.changes.map(({ action, name }: Record<string, string>) => `${action} ${name}`)).toEqual(
    expect.arrayContaining(["delete A www"]),
  );
  expect(body.affects).toEqual([]);
});

test("a zone is signed with a key that it keeps, and a plan to end it warns while the registry has a DS record", async () => {
  const { body: zone } = await make();
  const path = `/dns/zones/${zone.zone_id}`;
  const change = (dnssec: unknown, query = {}) => api.request("PATCH", path, { body: { dnssec }, query });
  const { body: signed } = await change(true);
  expect(signed).toMatchObject({
    dnssec: true,
    ds_record: expect.stringMatching(/^\d{1,5} 13 2 [0-9A-F]{64}$/),
    dnskey_record: expect.stringMatching(/^257 3 13 [A-Za-z0-9+/]{86}==$/),
  });
  expect((await change(true)).body).toMatchObject({ ds_record: signed.ds_record });
  const warned = async () =>
    (await change(false, { dry_run: "true" })).body.warnings.filter((one: string) => one.includes("DS record"));
  const registryHas = (records: readonly string[]) =>
    api.database.pool.query("UPDATE dns_zone SET delegation_ds = $2 WHERE zone_id = $1", [zone.zone_id, records]);
  expect(await warned()).toEqual([expect.stringContaining("was not checked yet")]);
  await registryHas([signed.ds_record]);
  expect(await warned()).toEqual([expect.stringContaining("delete it at the registrar first")]);
  await registryHas([]);
  expect(await warned()).toEqual([]);
  expect((await change(false)).body).toMatchObject({ dnssec: false, ds_record: null, dnskey_record: null });
  expect((await change(true)).body).toMatchObject({ ds_record: signed.ds_record });
  expectError(await change("yes"), 400, "invalid_request");
  expect((await make({ dnssec: true })).body).toMatchObject({ dnssec: true, ds_record: expect.any(String) });
});

test("409 for one zone too many", async () => {
  await api.database.pool.query(
    `INSERT INTO dns_zone (workspace_id, zone_id, name, description, deletion_protection, proof_token)
     SELECT w.workspace_id, 'zone_' || n, 'n' || n || '.example.org', '', false, ''
       FROM (SELECT workspace_id, count(*)::int AS there FROM dns_zone GROUP BY 1) w,
            generate_series(w.there + 1, $1::int) AS n`,
    [DNS_LIMITS.zones],
  );
  expectError(await make(), 409, "too_many_dns_zones");
});
