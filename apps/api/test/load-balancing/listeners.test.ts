import { describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { networkingFixture } from "../networking/networking-fixture.ts";
import { balancersOf, listener, pool } from "./load-balancing-fixture.ts";

const network = networkingFixture();
const { balancer, made } = balancersOf(network);

describe("listeners", () => {
  test("201 with the whole record; 200 for PATCH, GET and DELETE", async () => {
    const at = await balancer();
    const { pool_id } = await made(`${at}/pools`, pool("web"));
    const rules = [
      {
        priority: 5,
        host: "*.example.com",
        path: { match: "prefix", value: "/api" },
        header: { name: "X-Beta", value: "yes" },
        pool_id,
      },
    ];
    const one = await made(`${at}/listeners`, listener("web", 80, { rules }));
    expect(one).toEqual({
      listener_id: expect.stringMatching(/^listener_/),
      name: "web",
      protocol: "http",
      port: 80,
      certificate: null,
      additional_certificates: [],
      domains: [],
      idle_timeout_seconds: 60,
      default_pool_id: null,
      rules: [{ ...rules[0], redirect: null }],
    });
    const redirect = { https: false, url: "https://www.example.com/?mail=a@b", status: 308 };
    const changed = await network.patch(`${at}/listeners/${one.listener_id}`, { port: 8080, rules: [{ redirect }] });
    expect(changed.body).toEqual({
      ...one,
      port: 8080,
      rules: [{ priority: 100, host: null, path: null, header: null, pool_id: null, redirect }],
    });
    expect((await network.get(`${at}/listeners`)).body).toEqual([changed.body]);
    expect((await network.remove(`${at}/listeners/${one.listener_id}`)).body).toEqual({
      status: "deleted",
      id: one.listener_id,
    });
    expect((await network.get(`${at}/listeners`)).body).toEqual([]);
  });

  test("409 port_taken names the listener; UDP and TCP may use the same port", async () => {
    const at = await balancer();
    const tcp = await made(`${at}/pools`, pool("tcp", [], "tcp"));
    const udp = await made(`${at}/pools`, pool("udp", [], "udp"));
    const one = await made(`${at}/listeners`, { name: "tcp", protocol: "tcp", port: 53, default_pool_id: tcp.pool_id });
    await made(`${at}/listeners`, { name: "udp", protocol: "udp", port: 53, default_pool_id: udp.pool_id });
    const refused = await network.post(`${at}/listeners`, listener("http", 53));
    expectError(refused, 409, "port_taken");
    expect(refused.body.blockers).toEqual([{ type: "load_balancer_listener", id: one.listener_id, name: "tcp" }]);
  });

  test.each([
    ["port", { port: 0 }],
    ["port", { port: 65_536 }],
    ["certificate", { protocol: "https" }],
    ["default_pool_id", { protocol: "tcp" }],
    ["domains", { domains: ["www.example.com"] }],
    ["domains", { protocol: "https", domains: ["www.example.com", "WWW.example.com"] }],
    ["domains.0", { protocol: "https", domains: ["localhost"] }],
    ["domains", { protocol: "https", domains: Array.from({ length: 26 }, (_, n) => `${n}.example.com`) }],
    ["additional_certificates", { additional_certificates: [{ store_id: "store_none", secret_id: "sec_none" }] }],
    ["certificate", { certificate: { store_id: "store_none", secret_id: "sec_none" } }],
    ["rules.0", { rules: [{}] }],
    ["rules.0.host", { rules: [{ host: "*.*.example.com", redirect: { https: true } }] }],
    ["rules.0.path.value", { rules: [{ path: { match: "exact", value: "api" }, redirect: { https: true } }] }],
    ["rules.0.header.name", { rules: [{ header: { name: "a b", value: "c" }, redirect: { https: true } }] }],
    ["rules.0.header.value", { rules: [{ header: { name: "a", value: "b\r\nc" }, redirect: { https: true } }] }],
    ["rules.0.redirect", { rules: [{ redirect: {} }] }],
    ...[
      "javascript:alert(1)",
      "https://www.example.com@evil.example/",
      "https://a:b@www.example.com",
      "https:///www.example.com",
    ].map((url): [string, object] => ["rules.0.redirect.url", { rules: [{ redirect: { url } }] }]),
    ["rules.0.redirect.status", { rules: [{ redirect: { https: true, status: 200 } }] }],
  ])("400 names %s for %j", async (field, more) => {
    const at = await balancer();
    const refused = await network.post(`${at}/listeners`, listener("web", 80, more));
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });
});

test("200: /route answers the pool or redirect of a request; 404 for an absent load balancer", async () => {
  const at = await balancer();
  const { pool_id } = await made(`${at}/pools`, pool("web"));
  const rules = [{ path: { match: "prefix", value: "/old" }, redirect: { https: true, status: 308 } }];
  await made(`${at}/listeners`, listener("web", 80, { default_pool_id: pool_id, rules }));
  const ask = async (body: object) => (await network.post(`${at}/route`, body)).body;
  expect(await ask({ port: 80, host: "www.example.com" })).toEqual({ pool_id, redirect: null });
  const redirect = { location: "https://www.example.com/old?a=b", status: 308 };
  expect(await ask({ port: 80, host: "www.example.com", path: "/old?a=b" })).toEqual({ pool_id: null, redirect });
  expect(await ask({ port: 81 })).toEqual({ pool_id: null, redirect: null });
  expectError(await network.post("/load-balancers/lb_none/route", { port: 80 }), 404, "not_found");
});
