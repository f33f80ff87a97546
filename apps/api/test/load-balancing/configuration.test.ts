import { describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { networkingFixture } from "../networking/networking-fixture.ts";
import { balancersOf, listener, pool, SETTLED_POOL, target } from "./load-balancing-fixture.ts";

const network = networkingFixture();
const { balancer, revisionOf } = balancersOf(network);

describe("PUT /configuration", () => {
  const WHOLE = {
    pools: [
      {
        name: "web",
        protocol: "http",
        ...SETTLED_POOL,
        targets: [target("10.0.0.1"), target("10.0.0.2", { weight: 0 })],
      },
      { name: "old", protocol: "http", ...SETTLED_POOL, targets: [] },
    ],
    listeners: [
      {
        ...listener("web", 80, { certificate: null, additional_certificates: [], domains: [] }),
        ...{ idle_timeout_seconds: 30, default_pool: "web" },
        rules: [{ priority: 100, host: "old.example.com", path: null, header: null, pool: "old", redirect: null }],
      },
    ],
  };

  test("200: the configuration from GET is accepted by PUT and create, and PUT of it changes nothing", async () => {
    const at = await balancer({ configuration: WHOLE });
    const got = (await network.get(`${at}/configuration`)).body;
    expect(got).toEqual(WHOLE);
    const before = [await revisionOf(at), (await network.get(`${at}/pools`)).body, (await network.get(at)).body];
    expect(await network.put(`${at}/configuration`, got)).toMatchObject({ status: 200, body: got });
    const shuffled = { ...WHOLE, pools: WHOLE.pools.toReversed() };
    expect((await network.put(`${at}/configuration`, shuffled)).status).toBe(200);
    expect([await revisionOf(at), (await network.get(`${at}/pools`)).body, (await network.get(at)).body]).toEqual(
      before,
    );
  });

  test("200: pools, listeners and targets that remain keep their ids; names and ports may be swapped", async () => {
    const at = await balancer({ configuration: WHOLE });
    const ids = async () => {
      const [pools, listeners] = [(await network.get(`${at}/pools`)).body, (await network.get(`${at}/listeners`)).body];
      const targets = pools.flatMap((each: { targets: { ip: string; target_id: string }[] }) =>
        each.targets.map(({ ip, target_id }) => [ip, target_id]),
      );
      return Object.fromEntries([
        ...pools.map(({ name, pool_id }: Record<string, string>) => [`pool ${name}`, pool_id]),
        ...listeners.map(({ name, listener_id }: Record<string, string>) => [`listener ${name}`, listener_id]),
        ...targets,
      ]);
    };
    await network.put(`${at}/configuration`, {
      ...WHOLE,
      listeners: [...WHOLE.listeners, { ...listener("more", 81), default_pool: "old" }],
    });
    const before = await ids();
    const [web, old] = WHOLE.pools;
    const next = {
      pools: [{ ...web, targets: [target("10.0.0.2"), target("10.0.0.3")] }, old, pool("new")],
      listeners: [listener("more", 80, { default_pool: "new" }), { ...WHOLE.listeners[0], port: 81 }],
    };
    expect((await network.put(`${at}/configuration`, next)).status).toBe(200);
    const after = await ids();
    for (const key of ["pool web", "pool old", "listener web", "listener more", "10.0.0.2"])
      expect(after[key], key).toBe(before[key]);
    expect(new Set(Object.keys(after))).toEqual(
      new Set(["10.0.0.2", "10.0.0.3", "listener more", "listener web", "pool new", "pool old", "pool web"]),
    );

    const { pool_id } = (await network.get(`${at}/pools`)).body.find(({ name }: { name: string }) => name === "web");
    await network.patch(`${at}/pools/${pool_id}`, { name: "was web" });
    expect((await network.get(`${at}/configuration`)).body.listeners).toContainEqual(
      expect.objectContaining({ name: "web", default_pool: "was web" }),
    );
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
    ["pools.0.proxy_protocol", { pools: [{ ...pool("a", [], "udp"), proxy_protocol: "v1" }] }],
    [
      "listeners.0.default_pool",
      { pools: [pool("a", [], "udp")], listeners: [listener("web", 80, { default_pool: "a" })] },
    ],
    ["listeners.0.certificate", { listeners: [{ ...listener("web", 80), protocol: "https" }] }],
    ["pools.0.health_check.timeout_seconds", { pools: [{ ...pool("a"), health_check: { timeout_seconds: 11 } }] }],
    [
      "pools.0.health_check.expected_statuses.0",
      { pools: [{ ...pool("a"), health_check: { expected_statuses: ["600"] } }] },
    ],
  ])("400 names %s and changes nothing", async (field, body) => {
    const at = await balancer({ configuration: WHOLE });
    const refused = await network.put(`${at}/configuration`, body);
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect((await network.get(`${at}/configuration`)).body).toEqual(WHOLE);
  });

  test("200: deleting the load balancer deletes its pools and rules", async () => {
    const at = await balancer({ configuration: WHOLE });
    expect((await network.remove(at)).status).toBe(200);
    expectError(await network.get(`${at}/configuration`), 404, "not_found");
    const left = `SELECT (SELECT count(*)::int FROM load_balancer_rule WHERE load_balancer_id = $1) + (SELECT count(*)::int
         FROM load_balancer_pool WHERE load_balancer_id = $1) AS rows`;
    expect((await network.api.database.pool.query(left, [at.split("/").at(-1)])).rows).toEqual([{ rows: 0 }]);
  });

  test("404 for an absent VM, and nothing is changed", async () => {
    const at = await balancer({ configuration: WHOLE });
    expectError(
      await network.put(`${at}/configuration`, { pools: [pool("a", [{ vm_id: "vm_none", port: 80 }])] }),
      404,
      "not_found",
    );
    expect((await network.get(`${at}/configuration`)).body).toEqual(WHOLE);
  });

  test("of two concurrent PUTs one wins as a whole", async () => {
    const at = await balancer({ configuration: WHOLE });
    const configurations = ["one", "two"].map((name) => ({
      pools: [
        {
          name,
          protocol: "http",
          ...SETTLED_POOL,
          targets: [target("10.0.0.7"), target(name === "one" ? "10.0.0.8" : "10.0.0.9")],
        },
      ],
      listeners: [
        {
          ...{ ...listener(name, 80), certificate: null, additional_certificates: [], domains: [] },
          ...{ idle_timeout_seconds: 60, default_pool: name, rules: [] },
        },
      ],
    }));
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(configurations.map((each) => network.put(`${at}/configuration`, each)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(configurations).toContainEqual((await network.get(`${at}/configuration`)).body);
    }
  });

  test("concurrent creates of pools all succeed", async () => {
    const at = await balancer();
    const names = Array.from({ length: 20 }, (_, index) => `pool ${index}`);
    const answers = await Promise.all(
      names.map((name) => network.post(`${at}/pools`, pool(name, [{ ip: "10.0.0.1", port: 80 }]))),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    expect((await network.get(at)).body).toMatchObject({ pool_count: 20 });
  });
});
