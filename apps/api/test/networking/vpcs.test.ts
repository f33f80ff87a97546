import { beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, FRANKFURT, type Network, networkingFixture, TIMESTAMP, uniqueName } from "./networking-fixture.ts";

const network = networkingFixture();

const vpcBody = (changes: object) => ({
  name: uniqueName("vpc"),
  site_id: AMSTERDAM,
  cidr: "10.200.0.0/16",
  ...changes,
});

describe("VPCs", () => {
  test("201 with the whole record; 200 for GET and a filtered, paged list", async () => {
    const mine = await network.neighbour();
    const body = { name: "Main network", site_id: AMSTERDAM, cidr: "10.0.0.0/16", description: "For everything" };
    const created = await mine.post("/networking/vpcs", body);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...body,
      vpc_id: expect.stringMatching(/^vpc_/),
      organization_id: mine.tenant.organizationId,
      workspace_id: mine.tenant.workspaceId,
      ipv6: false,
      ipv6_cidr: null,
      status: "available",
      deletion_protection: false,
      created_at: TIMESTAMP,
      updated_at: TIMESTAMP,
    });
    const read = await mine.get(`/networking/vpcs/${created.body.vpc_id}`);
    expect([read.status, read.body]).toEqual([200, created.body]);

    const second = await mine.post("/networking/vpcs", { name: "second", site_id: FRANKFURT, cidr: "10.0.0.0/16" });
    expect(second.body).toMatchObject({ description: null, site_id: FRANKFURT });
    expect((await mine.get("/networking/vpcs")).body).toEqual([second.body, created.body]);
    expect((await mine.get("/networking/vpcs", { name: "second" })).body).toEqual([second.body]);
    expect((await mine.get("/networking/vpcs", { site_id: AMSTERDAM })).body).toEqual([created.body]);
    const page = await mine.get("/networking/vpcs", { limit: "1" });
    const cursor =
      new URL(/<([^>]+)>; rel="next"/.exec(page.headers.link ?? "")?.[1] ?? "").searchParams.get("cursor") ?? "";
    expect((await mine.get("/networking/vpcs", { limit: "1", cursor })).body).toEqual([created.body]);
  });

  test.each([
    ["host bits", { cidr: "10.200.0.1/16" }, "cidr"],
    ["a public range", { cidr: "8.8.0.0/16" }, "cidr"],
    ["beyond a private range", { cidr: "172.32.0.0/16" }, "cidr"],
    ["too large", { cidr: "10.0.0.0/15" }, "cidr"],
    ["too small", { cidr: "10.0.0.0/29" }, "cidr"],
    ["IPv6", { cidr: "fd00::/48" }, "cidr"],
    ["a leading zero", { cidr: "10.010.0.0/16" }, "cidr"],
    ["no prefix", { cidr: "10.0.0.0" }, "cidr"],
    ["an unknown site", { site_id: "site-nowhere" }, "site_id"],
    ["a name with a slash", { name: "a/b" }, "name"],
    ["an unknown field", { colour: "red" }, "colour"],
  ])("400 for %s", async (_, changes, field) => {
    const refused = await network.post("/networking/vpcs", vpcBody(changes));
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors).toEqual([{ field, message: expect.any(String) }]);
  });

  test("409 cidr_overlap and name_taken, only within one site and one workspace", async () => {
    const name = uniqueName("vpc");
    const first = await network.post("/networking/vpcs", vpcBody({ name, cidr: "10.1.0.0/16" }));
    const overlap = await network.post("/networking/vpcs", vpcBody({ cidr: "10.1.128.0/20" }));
    expectError(overlap, 409, "cidr_overlap");
    expect(overlap.body.blockers).toEqual([{ type: "vpc", id: first.body.vpc_id, name }]);
    expectError(await network.post("/networking/vpcs", vpcBody({ name, cidr: "10.2.0.0/16" })), 409, "name_taken");
    expect((await network.post("/networking/vpcs", vpcBody({ site_id: FRANKFURT, cidr: "10.1.0.0/16" }))).status).toBe(
      201,
    );
    const neighbour = await network.neighbour();
    expect((await neighbour.post("/networking/vpcs", vpcBody({ name, cidr: "10.1.0.0/16" }))).status).toBe(201);
  });

  test("409 for either the /16 or its /24s when overlapping VPCs are created concurrently", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        network.post("/networking/vpcs", vpcBody({ cidr: `10.3.${index}.0/${index === 0 ? 16 : 24}` })),
      ),
    );
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const [wide, ...narrow] = answers.map(({ status }) => status === 201);
    expect(narrow.includes(true)).toBe(!wide);
  });

  test("409 vpc_not_empty while it has subnets, then 200, then 404", async () => {
    const vpcId = await network.vpc("10.4.0.0/16");
    const subnetId = await network.subnet(vpcId, "10.4.0.0/24");
    const refused = await network.remove(`/networking/vpcs/${vpcId}`);
    expectError(refused, 409, "vpc_not_empty");
    expect(refused.body.blockers).toMatchObject([{ type: "subnet", id: subnetId }]);
    expect((await network.remove(`/networking/vpcs/${vpcId}/subnets/${subnetId}`)).status).toBe(200);
    const deleted = await network.remove(`/networking/vpcs/${vpcId}`);
    expect([deleted.status, deleted.body]).toEqual([200, { status: "deleted", id: vpcId }]);
    expectError(await network.remove(`/networking/vpcs/${vpcId}`), 404, "not_found");
    expectError(await network.get(`/networking/vpcs/${vpcId}`), 404, "not_found");
  });
});

describe("subnets", () => {
  let vpcId: string;
  beforeAll(async () => {
    vpcId = await network.vpc("10.10.0.0/16");
  });
  const subnets = (id = vpcId) => `/networking/vpcs/${id}/subnets`;

  test("201 with the whole record; 200 for GET and a filtered list", async () => {
    const vpcId = await network.vpc("10.77.0.0/16");
    const subnets = `/networking/vpcs/${vpcId}/subnets`;
    const created = await network.post(subnets, { name: "first", cidr: "10.77.0.0/24" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      subnet_id: expect.stringMatching(/^sub_/),
      vpc_id: vpcId,
      site_id: AMSTERDAM,
      name: "first",
      cidr: "10.77.0.0/24",
      gateway: "10.77.0.1",
      ipv6_cidr: null,
      dns: ["1.1.1.1", "8.8.8.8"],
      firewall_group_ids: [],
      status: "provisioning",
      organization_id: network.tenant.organizationId,
      workspace_id: network.tenant.workspaceId,
      error_message: null,
      created_at: TIMESTAMP,
      updated_at: TIMESTAMP,
    });
    const read = await network.get(`${subnets}/${created.body.subnet_id}`);
    expect([read.status, read.body]).toEqual([200, created.body]);
    const second = await network.post(subnets, {
      name: "second",
      cidr: "10.77.1.0/24",
      gateway: "10.77.1.254",
      dns: ["9.9.9.9"],
    });
    expect(second.body).toMatchObject({ gateway: "10.77.1.254", dns: ["9.9.9.9"] });
    expect((await network.get(subnets)).body).toEqual([second.body, created.body]);
    expect((await network.get(subnets, { name: "first", status: "provisioning" })).body).toEqual([created.body]);
  });

  test.each<readonly [string, object, string, string]>([
    ["outside the VPC", { cidr: "10.11.0.0/24" }, "cidr", "cidr_outside_vpc"],
    ["larger than the VPC", { cidr: "10.0.0.0/15" }, "cidr", "invalid_request"],
    ["too small", { cidr: "10.10.2.0/30" }, "cidr", "invalid_request"],
    ["host bits", { cidr: "10.10.2.1/24" }, "cidr", "invalid_request"],
    ["the network's address as gateway", { gateway: "10.10.2.0" }, "gateway", "invalid_request"],
    ["the broadcast address as gateway", { gateway: "10.10.2.255" }, "gateway", "invalid_request"],
    ["a gateway elsewhere", { gateway: "10.10.3.1" }, "gateway", "invalid_request"],
    ["no address for names", { dns: ["resolver"] }, "dns.0", "invalid_request"],
    ...[
      "0.0.0.0",
      "0.1.2.3",
      "255.255.255.255",
      "240.0.0.1",
      "127.0.0.1",
      "127.0.0.53",
      "224.0.0.251",
      "239.1.1.1",
    ].map((address) => [`no server at ${address}`, { dns: ["1.1.1.1", address] }, "dns.1", "invalid_request"] as const),
  ])("400 for %s", async (_, changes, field, code) => {
    const refused = await network.post(subnets(), { name: uniqueName("subnet"), cidr: "10.10.2.0/24", ...changes });
    expectError(refused, 400, code);
    expect(refused.body.errors).toEqual([{ field, message: expect.any(String) }]);
  });

  test("409 cidr_overlap and name_taken within the VPC; another VPC may have the same CIDR", async () => {
    const subnetId = await network.subnet(vpcId, "10.10.4.0/24");
    const refused = await network.post(subnets(), { name: uniqueName("subnet"), cidr: "10.10.4.128/25" });
    expectError(refused, 409, "cidr_overlap");
    expect(refused.body.blockers).toMatchObject([{ type: "subnet", id: subnetId }]);
    await network.post(subnets(), { name: "taken", cidr: "10.10.5.0/24" });
    expectError(await network.post(subnets(), { name: "taken", cidr: "10.10.6.0/24" }), 409, "name_taken");
    await network.subnet(await network.vpc("10.10.0.0/16", FRANKFURT), "10.10.4.0/24");
  });

  test("404 with one wording for an absent VPC or subnet, one elsewhere, and one of another workspace", async () => {
    const subnetId = await network.subnet(vpcId, "10.10.7.0/24");
    const otherVpc = await network.vpc("10.12.0.0/16");
    const neighbour = await network.neighbour();
    const answers = [
      await network.get(`${subnets()}/sub_absent`),
      await network.get(`${subnets(otherVpc)}/${subnetId}`),
      await network.get(`${subnets("vpc_absent")}/${subnetId}`),
      await neighbour.get(`${subnets()}/${subnetId}`),
    ];
    for (const answer of answers) expectError(answer, 404, "not_found");
    expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
    for (const answer of [
      await neighbour.get(subnets()),
      await neighbour.post(subnets(), { name: "x", cidr: "10.10.8.0/24" }),
      await neighbour.remove(`${subnets()}/${subnetId}`),
    ])
      expectError(answer, 404, "not_found");
  });
});

describe("firewall groups", () => {
  const path = "/networking/firewall-groups";
  const groupsOf = async (owner: Network) => (await owner.get(path)).body;

  test("201 with the whole record; 200 for GET and a filtered list", async () => {
    const mine = await network.neighbour();
    const created = await mine.post(path, { name: "web", description: "Web servers", is_default: true });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      firewall_group_id: expect.stringMatching(/^fw_/),
      organization_id: mine.tenant.organizationId,
      workspace_id: mine.tenant.workspaceId,
      workspace_name: "one",
      name: "web",
      description: "Web servers",
      status: "active",
      is_default: true,
      linked_instance_count: 0,
      rules: [
        {
          rule_id: expect.stringMatching(/^rule_/),
          direction: "egress",
          protocol: "any",
          action: "allow",
          description: "Everything out",
          port_start: null,
          port_end: null,
          icmp_type: null,
          icmp_code: null,
          priority: null,
          remote_targets: ["0.0.0.0/0"],
          remote_group_id: null,
          remote_tag: null,
          enabled: true,
          system_managed: true,
          created_at: TIMESTAMP,
          updated_at: TIMESTAMP,
        },
      ],
      created_at: TIMESTAMP,
      updated_at: TIMESTAMP,
    });
    const read = await mine.get(`${path}/${created.body.firewall_group_id}`);
    expect([read.status, read.body]).toEqual([200, created.body]);
    const second = await mine.post(path, { name: "db", description: null });
    expect(second.body).toMatchObject({ is_default: false, description: null });
    expect(await groupsOf(mine)).toEqual([second.body, created.body]);
    expect((await mine.get(path, { name: "web" })).body).toEqual([created.body]);
    expectError(await network.get(`${path}/${created.body.firewall_group_id}`), 404, "not_found");
  });

  test("400 without a name and for a wrong type", async () => {
    expectError(await network.post(path, {}), 400, "invalid_request");
    expectError(await network.post(path, { name: "x", is_default: "yes" }), 400, "invalid_request");
  });

  test("409 name_taken; 409 default_group_exists for all but one of eight concurrent requests", async () => {
    const mine = await network.neighbour();
    await mine.post(path, { name: "web" });
    expectError(await mine.post(path, { name: "web" }), 409, "name_taken");
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => mine.post(path, { name: uniqueName("group"), is_default: true })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectError(answer, 409, "default_group_exists");
    expect(await groupsOf(mine)).toHaveLength(2);
  });
});
