import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError } from "./expect-error.ts";
import { AMSTERDAM, FRANKFURT, startNetwork, uniqueName } from "./networking-fixture.ts";

let network: Awaited<ReturnType<typeof startNetwork>>;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

/** A new balancer; gives its path. */
async function balancer(body: object = {}): Promise<string> {
  const { status, body: made, text } = await network.post("/load-balancers", { name: uniqueName("lb"), site_id: AMSTERDAM, ...body });
  expect(status, text).toBe(201);
  return `/load-balancers/${made.load_balancer_id}`;
}
const made = async (path: string, body: object) => {
  const response = await network.post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body;
};
const revisionOf = async (at: string) =>
  (await network.api.database.prisma.loadBalancer.findFirstOrThrow({ where: { load_balancer_id: at.split("/").at(-1) ?? "" } })).revision;

const HEALTH_CHECK = {
  type: "tcp",
  path: "/",
  expected_statuses: ["200-399"],
  interval_seconds: 10,
  timeout_seconds: 5,
  healthy_threshold: 2,
  unhealthy_threshold: 3,
};
const SETTLED_POOL = { algorithm: "round_robin", sticky_sessions: "none", health_check: HEALTH_CHECK };
const pool = (name: string, targets: readonly object[] = [], protocol = "http") => ({ name, protocol, targets });
const listener = (name: string, port: number, more: object = {}) => ({ name, protocol: "http", port, ...more });
const target = (ip: string, more: object = {}) => ({ vm_id: null, ip, port: 80, weight: 1, enabled: true, ...more });

describe("pools", () => {
  test("201, 200: the whole record; listed newest first and by pages, changed, deleted", async () => {
    const at = await balancer();
    const one = await made(`${at}/pools`, pool("one", [{ ip: "10.1.1.1", port: 80 }]));
    const settled = { pool_id: expect.stringMatching(/^pool_/), name: "one", protocol: "http", ...SETTLED_POOL };
    expect(one).toEqual({ ...settled, targets: [{ target_id: expect.stringMatching(/^target_/), ...target("10.1.1.1") }] });
    const two = await made(`${at}/pools`, pool("two"));
    expect((await network.get(`${at}/pools`)).body).toEqual([two, one]);
    const page = await network.get(`${at}/pools`, { limit: "1" });
    expect(page.body).toEqual([two]);
    const cursor = new URL(/<(.+)>/.exec(page.headers.link ?? "")?.[1] ?? "none:").searchParams.get("cursor") ?? "";
    expect((await network.get(`${at}/pools`, { limit: "1", cursor })).body).toEqual([one]);
    expect((await network.get(`${at}/pools/${one.pool_id}`)).body).toEqual(one);
    const health_check = { ...HEALTH_CHECK, type: "http", path: "/healthz" };
    const change = { algorithm: "source_ip", sticky_sessions: "cookie", health_check: { type: "http", path: "/healthz" } };
    expect((await network.patch(`${at}/pools/${one.pool_id}`, change)).body).toEqual({ ...one, ...change, health_check });
    expect((await network.get(at)).body).toMatchObject({ pool_count: 2, listener_count: 0 });
    expect((await network.remove(`${at}/pools/${two.pool_id}`)).body).toEqual({ status: "deleted", id: two.pool_id });
    expectError(await network.get(`${at}/pools/${two.pool_id}`), 404, "not_found");
  });

  test("409: a name taken, and one that listeners lead to, which are named", async () => {
    const at = await balancer();
    const { pool_id } = await made(`${at}/pools`, pool("web"));
    const other = await made(`${at}/pools`, pool("other"));
    expectError(await network.post(`${at}/pools`, pool("web")), 409, "name_taken");
    const by = await made(`${at}/listeners`, listener("by default", 80, { default_pool_id: pool_id }));
    const rule = await made(`${at}/listeners`, listener("by rule", 81, { rules: [{ host: "www.example.com", pool_id }] }));
    const refused = await network.remove(`${at}/pools/${pool_id}`);
    expectError(refused, 409, "pool_in_use");
    expect(refused.body.blockers).toEqual([by, rule].map(({ listener_id, name }) => ({ type: "load_balancer_listener", id: listener_id, name })));
    await network.patch(`${at}/listeners/${by.listener_id}`, { default_pool_id: other.pool_id });
    await network.patch(`${at}/listeners/${rule.listener_id}`, { rules: [] });
    expect((await network.remove(`${at}/pools/${pool_id}`)).status).toBe(200);
  });

  test("400, 409: protocols fit together", async () => {
    const at = await balancer();
    expectError(await network.post(`${at}/pools`, { ...pool("tcp", [], "tcp"), sticky_sessions: "cookie" }), 400, "invalid_request");
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

describe("targets", () => {
  test("201, 200: added, drained, removed; a VM or an address, each port once", async () => {
    const at = await balancer();
    const { pool_id } = await made(`${at}/pools`, pool("web"));
    const targets = `${at}/pools/${pool_id}/targets`;
    const { vmId } = await network.vm();
    const vm = await made(targets, { vm_id: vmId, port: 80 });
    expect(vm).toEqual({ target_id: expect.stringMatching(/^target_/), vm_id: vmId, ip: null, port: 80, weight: 1, enabled: true });
    const ip = await made(targets, { ip: "192.168.1.1", port: 80, weight: 256 });
    expect((await network.get(targets)).body).toEqual([ip, vm]);
    expect((await network.patch(`${targets}/${vm.target_id}`, { enabled: false, weight: 0 })).body).toEqual({ ...vm, enabled: false, weight: 0 });
    expectError(await network.post(targets, { vm_id: vmId, port: 80 }), 409, "target_exists");
    await made(targets, { vm_id: vmId, port: 81 });
    expectError(await network.patch(`${targets}/${vm.target_id}`, { port: 81 }), 409, "target_exists");
    expect((await network.remove(`${targets}/${ip.target_id}`)).body).toEqual({ status: "deleted", id: ip.target_id });
    expectError(await network.get(`${targets}/${ip.target_id}`), 404, "not_found");
  });

  test.each([
    ["loopback", "127.0.0.1"],
    ["link-local, where metadata is", "169.254.169.254"],
    ["public", "8.8.8.8"],
    ["shared (RFC 6598)", "100.64.0.1"],
    ["this network", "0.0.0.0"],
    ["multicast", "224.0.0.1"],
    ["in another notation", "0x0a000001"],
    ["with leading zeros", "010.0.0.1"],
    ["of IPv6", "::ffff:10.0.0.1"],
  ])("400: an address that is %s", async (_, ip) => {
    const at = await balancer();
    expectError(await network.post(`${at}/pools`, pool("web", [{ ip, port: 80 }])), 400, "invalid_request");
    expectError(await network.put(`${at}/configuration`, { pools: [pool("web", [{ ip, port: 80 }])] }), 400, "invalid_request");
  });

  test("400, 404, 409: addresses lie in the balancer's VPC, VMs are there and at its site", async () => {
    const vpc_id = await network.vpc("10.81.0.0/16");
    const at = await balancer({ vpc_id, subnet_id: await network.subnet(vpc_id, "10.81.1.0/24") });
    const { pool_id } = await made(`${at}/pools`, pool("web", [{ ip: "10.81.200.1", port: 80 }]));
    const targets = `${at}/pools/${pool_id}/targets`;
    expectError(await network.post(targets, { ip: "10.82.0.1", port: 80 }), 400, "invalid_request");
    expectError(await network.post(targets, { vm_id: "vm_none", port: 80 }), 404, "not_found");
    expectError(await network.post(targets, { vm_id: (await network.vm({ status: "deleted" })).vmId, port: 80 }), 404, "not_found");
    const far = await network.vm({ siteId: FRANKFURT });
    const refused = await network.post(targets, { vm_id: far.vmId, port: 80 });
    expectError(refused, 409, "site_mismatch");
    expect(refused.body.blockers).toEqual([{ type: "cloud_vm", id: far.vmId, name: far.name }]);
  });

  test("a VM that is deleted is no target any more, in that same commit", async () => {
    const at = await balancer();
    const { vmId } = await network.vm();
    await made(
      `${at}/pools`,
      pool("web", [
        { vm_id: vmId, port: 80 },
        { ip: "10.0.0.1", port: 80 },
      ]),
    );
    const before = await revisionOf(at);
    await network.api.database.pool.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = $1", [vmId]);
    expect((await network.get(`${at}/configuration`)).body.pools[0].targets).toEqual([target("10.0.0.1")]);
    expect(await revisionOf(at)).toBeGreaterThan(before);
  });
});

test("a VM that becomes a target while it is deleted is none in the end", async () => {
  const at = await balancer();
  const { pool_id } = await made(`${at}/pools`, pool("web"));
  for (let round = 0; round < 10; round++) {
    const { vmId } = await network.vm();
    await made(`${at}/pools/${pool_id}/targets`, { vm_id: vmId, port: 80 });
    const [added] = await Promise.all([
      network.post(`${at}/pools/${pool_id}/targets`, { vm_id: vmId, port: 81 }),
      network.api.database.pool.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = $1", [vmId]),
    ]);
    expect([201, 404]).toContain(added.status);
    expect((await network.get(`${at}/pools/${pool_id}/targets`)).body).toEqual([]);
  }
});

describe("listeners", () => {
  test("201, 200: the whole record; changed and deleted", async () => {
    const at = await balancer();
    const { pool_id } = await made(`${at}/pools`, pool("web"));
    const rules = [{ priority: 5, host: "*.example.com", path: { match: "prefix", value: "/api" }, header: { name: "X-Beta", value: "yes" }, pool_id }];
    const one = await made(`${at}/listeners`, listener("web", 80, { rules }));
    expect(one).toEqual({
      listener_id: expect.stringMatching(/^listener_/),
      name: "web",
      protocol: "http",
      port: 80,
      certificate: null,
      idle_timeout_seconds: 60,
      default_pool_id: null,
      rules: [{ ...rules[0], redirect: null }],
    });
    const redirect = { https: false, url: "https://www.example.com/", status: 308 };
    const changed = await network.patch(`${at}/listeners/${one.listener_id}`, { port: 8080, rules: [{ redirect }] });
    expect(changed.body).toEqual({
      ...one,
      port: 8080,
      rules: [{ priority: 100, host: null, path: null, header: null, pool_id: null, redirect }],
    });
    expect((await network.get(`${at}/listeners`)).body).toEqual([changed.body]);
    expect((await network.remove(`${at}/listeners/${one.listener_id}`)).body).toEqual({ status: "deleted", id: one.listener_id });
    expect((await network.get(`${at}/listeners`)).body).toEqual([]);
  });

  test("409: a port is one listener's, but UDP has ports of its own", async () => {
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
    ["certificate", { certificate: { store_id: "store_none", secret_id: "sec_none" } }],
    ["rules.0", { rules: [{}] }],
    ["rules.0.host", { rules: [{ host: "*.*.example.com", redirect: { https: true } }] }],
    ["rules.0.path.value", { rules: [{ path: { match: "exact", value: "api" }, redirect: { https: true } }] }],
    ["rules.0.header.name", { rules: [{ header: { name: "a b", value: "c" }, redirect: { https: true } }] }],
    ["rules.0.header.value", { rules: [{ header: { name: "a", value: "b\r\nc" }, redirect: { https: true } }] }],
    ["rules.0.redirect", { rules: [{ redirect: {} }] }],
    ["rules.0.redirect.url", { rules: [{ redirect: { url: "javascript:alert(1)" } }] }],
    ["rules.0.redirect.status", { rules: [{ redirect: { https: true, status: 200 } }] }],
  ])("400: %s of %j", async (field, more) => {
    const at = await balancer();
    const refused = await network.post(`${at}/listeners`, listener("web", 80, more));
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });
});

test("200, 404: where a request would go is told without sending it", async () => {
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

describe("the configuration as a whole", () => {
  const WHOLE = {
    pools: [
      { name: "web", protocol: "http", ...SETTLED_POOL, targets: [target("10.0.0.1"), target("10.0.0.2", { weight: 0 })] },
      { name: "old", protocol: "http", ...SETTLED_POOL, targets: [] },
    ],
    listeners: [
      {
        ...listener("web", 80, { certificate: null, idle_timeout_seconds: 30, default_pool: "web" }),
        rules: [{ priority: 100, host: "old.example.com", path: null, header: null, pool: "old", redirect: null }],
      },
    ],
  };

  test("200: what is got can be put, which changes nothing; a create takes the same", async () => {
    const at = await balancer({ configuration: WHOLE });
    const got = (await network.get(`${at}/configuration`)).body;
    expect(got).toEqual(WHOLE);
    const before = [await revisionOf(at), (await network.get(`${at}/pools`)).body, (await network.get(at)).body];
    expect(await network.put(`${at}/configuration`, got)).toMatchObject({ status: 200, body: got });
    const shuffled = { ...WHOLE, pools: WHOLE.pools.toReversed() };
    expect((await network.put(`${at}/configuration`, shuffled)).status).toBe(200);
    expect([await revisionOf(at), (await network.get(`${at}/pools`)).body, (await network.get(at)).body]).toEqual(before);
  });

  test("200: what keeps its name keeps its id, a target what it is; names and ports may be swapped", async () => {
    const at = await balancer({ configuration: WHOLE });
    const ids = async () => {
      const [pools, listeners] = [(await network.get(`${at}/pools`)).body, (await network.get(`${at}/listeners`)).body];
      const targets = pools.flatMap((each: { targets: { ip: string; target_id: string }[] }) => each.targets.map(({ ip, target_id }) => [ip, target_id]));
      return Object.fromEntries([
        ...pools.map(({ name, pool_id }: Record<string, string>) => [`pool ${name}`, pool_id]),
        ...listeners.map(({ name, listener_id }: Record<string, string>) => [`listener ${name}`, listener_id]),
        ...targets,
      ]);
    };
    await network.put(`${at}/configuration`, { ...WHOLE, listeners: [...WHOLE.listeners, { ...listener("more", 81), default_pool: "old" }] });
    const before = await ids();
    const [web, old] = WHOLE.pools;
    const next = {
      pools: [{ ...web, targets: [target("10.0.0.2"), target("10.0.0.3")] }, old, pool("new")],
      listeners: [listener("more", 80, { default_pool: "new" }), { ...WHOLE.listeners[0], port: 81 }],
    };
    expect((await network.put(`${at}/configuration`, next)).status).toBe(200);
    const after = await ids();
    for (const key of ["pool web", "pool old", "listener web", "listener more", "10.0.0.2"]) expect(after[key], key).toBe(before[key]);
    expect(new Set(Object.keys(after))).toEqual(new Set(["10.0.0.2", "10.0.0.3", "listener more", "listener web", "pool new", "pool old", "pool web"]));

    const { pool_id } = (await network.get(`${at}/pools`)).body.find(({ name }: { name: string }) => name === "web");
    await network.patch(`${at}/pools/${pool_id}`, { name: "was web" });
    expect((await network.get(`${at}/configuration`)).body.listeners).toContainEqual(expect.objectContaining({ name: "web", default_pool: "was web" }));
    expect((await network.put(`${at}/configuration`, {})).body).toEqual({ pools: [], listeners: [] });
  });

  test.each([
    ["listeners.0.default_pool", { listeners: [listener("web", 80, { default_pool: "none" })] }],
    ["listeners.0.rules.0.pool", { listeners: [listener("web", 80, { rules: [{ pool: "none" }] })] }],
    ["listeners.1.port", { listeners: [listener("a", 80), listener("b", 80)] }],
    ["listeners.1.name", { listeners: [listener("a", 80), listener("a", 81)] }],
    ["pools.1.name", { pools: [pool("a"), pool("a")] }],
    ["pools.0.targets.1", { pools: [pool("a", [target("10.0.0.1"), target("10.0.0.1")])] }],
    ["pools.0.sticky_sessions", { pools: [{ ...pool("a", [], "tcp"), sticky_sessions: "cookie" }] }],
    ["listeners.0.default_pool", { pools: [pool("a", [], "udp")], listeners: [listener("web", 80, { default_pool: "a" })] }],
    ["listeners.0.certificate", { listeners: [{ ...listener("web", 80), protocol: "https" }] }],
    ["pools.0.health_check.timeout_seconds", { pools: [{ ...pool("a"), health_check: { timeout_seconds: 11 } }] }],
    ["pools.0.health_check.expected_statuses.0", { pools: [{ ...pool("a"), health_check: { expected_statuses: ["600"] } }] }],
  ])("400: %s, and nothing is changed", async (field, body) => {
    const at = await balancer({ configuration: WHOLE });
    const refused = await network.put(`${at}/configuration`, body);
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect((await network.get(`${at}/configuration`)).body).toEqual(WHOLE);
  });

  test("404: a VM that is not there; nothing of the rest is changed", async () => {
    const at = await balancer({ configuration: WHOLE });
    expectError(await network.put(`${at}/configuration`, { pools: [pool("a", [{ vm_id: "vm_none", port: 80 }])] }), 404, "not_found");
    expect((await network.get(`${at}/configuration`)).body).toEqual(WHOLE);
  });

  test("two at once end in one of the two, whole", async () => {
    const at = await balancer({ configuration: WHOLE });
    const configurations = ["one", "two"].map((name) => ({
      pools: [{ name, protocol: "http", ...SETTLED_POOL, targets: [target("10.0.0.7"), target(name === "one" ? "10.0.0.8" : "10.0.0.9")] }],
      listeners: [{ ...listener(name, 80), certificate: null, idle_timeout_seconds: 60, default_pool: name, rules: [] }],
    }));
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(configurations.map((each) => network.put(`${at}/configuration`, each)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(configurations).toContainEqual((await network.get(`${at}/configuration`)).body);
    }
  });

  test("changes of parts that come at once all happen", async () => {
    const at = await balancer();
    const names = Array.from({ length: 20 }, (_, index) => `pool ${index}`);
    const answers = await Promise.all(names.map((name) => network.post(`${at}/pools`, pool(name, [{ ip: "10.0.0.1", port: 80 }]))));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    expect((await network.get(at)).body).toMatchObject({ pool_count: 20 });
  });
});
