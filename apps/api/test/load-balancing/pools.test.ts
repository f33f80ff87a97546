import { describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { networkingFixture } from "../networking/networking-fixture.ts";
import { balancersOf, HEALTH_CHECK, listener, pool, SETTLED_POOL, target } from "./load-balancing-fixture.ts";

const network = networkingFixture();
const { balancer, made } = balancersOf(network);

describe("pools", () => {
  test("201 with the whole record; 200 for a paged list, GET, PATCH and DELETE", async () => {
    const at = await balancer();
    const one = await made(`${at}/pools`, pool("one", [{ ip: "10.0.1.1", port: 80 }]));
    const settled = { pool_id: expect.stringMatching(/^pool_/), name: "one", protocol: "http", ...SETTLED_POOL };
    expect(one).toEqual({
      ...settled,
      targets: [{ target_id: expect.stringMatching(/^target_/), ...target("10.0.1.1"), by_tag: false }],
    });
    const two = await made(`${at}/pools`, pool("two"));
    expect((await network.get(`${at}/pools`)).body).toEqual([two, one]);
    const page = await network.get(`${at}/pools`, { limit: "1" });
    expect(page.body).toEqual([two]);
    const cursor = new URL(/<(.+)>/.exec(page.headers.link ?? "")?.[1] ?? "none:").searchParams.get("cursor") ?? "";
    expect((await network.get(`${at}/pools`, { limit: "1", cursor })).body).toEqual([one]);
    expect((await network.get(`${at}/pools/${one.pool_id}`)).body).toEqual(one);
    const health_check = { ...HEALTH_CHECK, type: "http", path: "/healthz" };
    const change = {
      algorithm: "source_ip",
      sticky_sessions: "cookie",
      proxy_protocol: "v2",
      health_check: { type: "http", path: "/healthz" },
    };
    expect((await network.patch(`${at}/pools/${one.pool_id}`, change)).body).toEqual({
      ...one,
      ...change,
      health_check,
    });
    expect((await network.get(at)).body).toMatchObject({ pool_count: 2, listener_count: 0 });
    expect((await network.remove(`${at}/pools/${two.pool_id}`)).body).toEqual({ status: "deleted", id: two.pool_id });
    expectError(await network.get(`${at}/pools/${two.pool_id}`), 404, "not_found");
  });

  test("409 name_taken; 409 pool_in_use names the listeners", async () => {
    const at = await balancer();
    const { pool_id } = await made(`${at}/pools`, pool("web"));
    const other = await made(`${at}/pools`, pool("other"));
    expectError(await network.post(`${at}/pools`, pool("web")), 409, "name_taken");
    const by = await made(`${at}/listeners`, listener("by default", 80, { default_pool_id: pool_id }));
    const rule = await made(
      `${at}/listeners`,
      listener("by rule", 81, { rules: [{ host: "www.example.com", pool_id }] }),
    );
    const refused = await network.remove(`${at}/pools/${pool_id}`);
    expectError(refused, 409, "pool_in_use");
    expect(refused.body.blockers).toEqual(
      [by, rule].map(({ listener_id, name }) => ({ type: "load_balancer_listener", id: listener_id, name })),
    );
    await network.patch(`${at}/listeners/${by.listener_id}`, { default_pool_id: other.pool_id });
    await network.patch(`${at}/listeners/${rule.listener_id}`, { rules: [] });
    expect((await network.remove(`${at}/pools/${pool_id}`)).status).toBe(200);
  });

  test("400 for cookies on a TCP pool; 409 protocol_mismatch between listener and pool", async () => {
    const at = await balancer();
    expectError(
      await network.post(`${at}/pools`, { ...pool("tcp", [], "tcp"), sticky_sessions: "cookie" }),
      400,
      "invalid_request",
    );
    const tcp = await made(`${at}/pools`, pool("tcp", [], "tcp"));
    const http = await made(`${at}/pools`, pool("http"));
    const refused = await network.post(`${at}/listeners`, listener("web", 80, { default_pool_id: tcp.pool_id }));
    expectError(refused, 409, "protocol_mismatch");
    expect(refused.body.blockers).toEqual([{ type: "load_balancer_pool", id: tcp.pool_id, name: "tcp" }]);
    const { listener_id } = await made(`${at}/listeners`, listener("web", 80, { default_pool_id: http.pool_id }));
    const other = await network.patch(`${at}/pools/${http.pool_id}`, { protocol: "udp" });
    expectError(other, 409, "protocol_mismatch");
    expect(other.body.blockers).toEqual([{ type: "load_balancer_listener", id: listener_id, name: "web" }]);
    expect((await network.patch(`${at}/pools/${http.pool_id}`, { protocol: "https" })).status).toBe(200);
  });
});
