import { setWallet } from "@fulmar/core/operator";
import { describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, FRANKFURT, networkingFixture, TIMESTAMP, uniqueName } from "../networking/networking-fixture.ts";

const path = "/load-balancers";
const network = networkingFixture();

const create = (body: object = {}) => network.post(path, { name: uniqueName("lb"), site_id: AMSTERDAM, ...body });
const reserve = async (site_id = AMSTERDAM) => (await network.post("/networking/reserved-ips", { site_id })).body;

describe("a load balancer", () => {
  test("201 with the whole record; 200 for GET, list, PATCH and DELETE; 404 afterwards", async () => {
    const mine = await network.neighbour();
    const created = await mine.post(path, { name: "web", site_id: AMSTERDAM, tags: ["blue"] });
    expect(created.status, created.text).toBe(201);
    expect(created.body).toEqual({
      load_balancer_id: expect.stringMatching(/^lb_/),
      name: "web",
      site_id: AMSTERDAM,
      status: "provisioning",
      error_message: null,
      pending_changes: true,
      public_ip: expect.stringMatching(/^203\.0\.113\.\d+$/),
      public_ip_id: expect.stringMatching(/^ip_/),
      vpc_id: null,
      subnet_id: null,
      tags: ["blue"],
      listener_count: 0,
      pool_count: 0,
      deletion_protection: false,
      created_at: TIMESTAMP,
      updated_at: TIMESTAMP,
    });
    const one = `${path}/${created.body.load_balancer_id}`;
    const { body: second } = await mine.post(path, { name: "other", site_id: AMSTERDAM });
    expect((await mine.get(one)).body).toEqual(created.body);
    expect((await mine.get(path)).body).toEqual([second, created.body]);
    for (const [filter, found] of [
      [{ name: "web" }, [created.body]],
      [{ tag: "blue" }, [created.body]],
      [{ tag: "green" }, []],
      [{ status: "provisioning" }, [second, created.body]],
      [{ status: "active" }, []],
    ] as const) {
      expect((await mine.get(path, filter)).body, JSON.stringify(filter)).toEqual(found);
    }
    expect((await mine.patch(one, { name: "front", tags: [] })).body).toMatchObject({ name: "front", tags: [] });
    const { updated_at } = (await mine.get(one)).body;
    expect((await mine.patch(one, { name: "front" })).body).toMatchObject({ updated_at });
    expectError(await mine.patch(one, { name: "other" }), 409, "name_taken");

    const deleted = await mine.remove(one);
    expect([deleted.status, deleted.body]).toEqual([200, { status: "deleted", id: created.body.load_balancer_id }]);
    for (const answer of [await mine.get(one), await mine.remove(one), await mine.patch(one, {})])
      expectError(answer, 404, "not_found");
    expect((await mine.get(`/networking/reserved-ips/${created.body.public_ip_id}`)).status).toBe(404);
  });

  test("400, 404 and 409 for an unusable site, subnet, reserved IP or name", async () => {
    expectError(await create({ site_id: "site-none" }), 400, "invalid_request");
    expectError(await create({ vpc_id: "vpc_none" }), 400, "invalid_request");
    expectError(await create({ vpc_id: "vpc_none", subnet_id: "sub_none" }), 404, "not_found");
    expectError(await create({ reserved_ip_id: "ip_none" }), 404, "not_found");
    const { public_ip_id } = await reserve(FRANKFURT);
    expectError(await create({ reserved_ip_id: public_ip_id }), 409, "site_mismatch");
    const name = uniqueName("lb");
    expect((await create({ name })).status).toBe(201);
    expectError(await create({ name }), 409, "name_taken");
  });

  test("402: neither load balancer nor public address is created", async () => {
    const poor = await network.neighbour();
    await setWallet(network.api.database, {
      organizationId: poor.tenant.organizationId,
      balance: "0",
      creditLimit: "0",
    });
    expectError(await poor.post(path, { name: "web", site_id: AMSTERDAM }), 402, "insufficient_funds");
    expect((await poor.get(path)).body).toEqual([]);
    expect((await poor.get("/networking/reserved-ips")).body).toEqual([]);
  });

  test("403 quota_exceeded until a load balancer is deleted", async () => {
    const mine = await network.neighbour();
    const { pool } = network.api.database;
    await pool.query(`INSERT INTO quota (workspace_id, resource, "limit") VALUES ($1, 'load_balancers', 1)`, [
      mine.tenant.workspaceId,
    ]);
    const first = await mine.post(path, { name: "one", site_id: AMSTERDAM });
    expectError(await mine.post(path, { name: "two", site_id: AMSTERDAM }), 403, "quota_exceeded");
    await mine.remove(`${path}/${first.body.load_balancer_id}`);
    expect((await mine.post(path, { name: "two", site_id: AMSTERDAM })).status).toBe(201);
  });
});

describe("addresses and subnet of a load balancer", () => {
  test("a reserved IP is attached to one load balancer (409 reserved_ip_in_use) and outlives it", async () => {
    const { public_ip_id, address } = await reserve();
    const { body: balancer } = await create({ reserved_ip_id: public_ip_id });
    expect(balancer).toMatchObject({ public_ip: address, public_ip_id });
    const at = `/networking/reserved-ips/${public_ip_id}`;
    expect((await network.get(at)).body).toMatchObject({
      status: "attached",
      attached_resource_type: "load_balancer",
      attached_resource_id: balancer.load_balancer_id,
    });
    const blocker = { type: "load_balancer", id: balancer.load_balancer_id, name: balancer.name };
    for (const refused of [await create({ reserved_ip_id: public_ip_id }), await network.remove(at)]) {
      expectError(refused, 409, "reserved_ip_in_use");
      expect(refused.body.blockers).toEqual([blocker]);
    }
    await network.remove(`${path}/${balancer.load_balancer_id}`);
    expect((await network.get(at)).body).toMatchObject({ status: "reserved", attached_resource_id: null });
  });

  test("detaching and attaching a public IP updates the load balancer; 409 while it has one", async () => {
    const { body: balancer } = await create();
    const one = `${path}/${balancer.load_balancer_id}`;
    const { public_ip_id, address } = await reserve();
    const attach = () =>
      network.post(`/networking/reserved-ips/${public_ip_id}/attach`, { load_balancer_id: balancer.load_balancer_id });
    const refused = await attach();
    expectError(refused, 409, "load_balancer_has_public_ip");
    expect(refused.body.blockers).toEqual([
      { type: "reserved_ip", id: balancer.public_ip_id, name: balancer.public_ip },
    ]);
    await settle(balancer.load_balancer_id);
    expect((await network.post(`/networking/reserved-ips/${balancer.public_ip_id}/detach`)).body).toMatchObject({
      status: "released",
    });
    expect((await network.get(one)).body).toMatchObject({ public_ip: null, public_ip_id: null, status: "updating" });
    await settle(balancer.load_balancer_id);
    expect((await attach()).body).toMatchObject({ attached_resource_id: balancer.load_balancer_id });
    expect((await network.get(one)).body).toMatchObject({ public_ip: address, public_ip_id, status: "updating" });
  });

  test("409 subnet_not_empty while a load balancer is in the subnet", async () => {
    const vpc_id = await network.vpc("10.80.0.0/16");
    const subnet_id = await network.subnet(vpc_id, "10.80.1.0/24");
    const { body: balancer } = await create({ vpc_id, subnet_id });
    expect(balancer).toMatchObject({ vpc_id, subnet_id });
    const at = `/networking/vpcs/${vpc_id}/subnets/${subnet_id}`;
    const refused = await network.remove(at);
    expectError(refused, 409, "subnet_not_empty");
    expect(refused.body.blockers).toEqual([
      { type: "load_balancer", id: balancer.load_balancer_id, name: balancer.name },
    ]);
    await network.remove(`${path}/${balancer.load_balancer_id}`);
    expect((await network.remove(at)).status).toBe(200);
  });

  async function settle(id: string) {
    await network.api.database.pool.query(
      "UPDATE load_balancer SET applied_revision = revision, apply_at = NULL WHERE load_balancer_id = $1",
      [id],
    );
  }
});
