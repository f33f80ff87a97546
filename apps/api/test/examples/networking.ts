import { newId } from "@fulmar/core";
import type { Examples } from "./example.ts";
import { type ExampleFixture, SITE } from "./example-fixture.ts";
import { loadBalancer } from "./load-balancing.ts";

const vpc = async (fixture: ExampleFixture): Promise<string> => {
  const { vpc_id } = await fixture.make("vpc.create", {
    body: { name: fixture.name(), site_id: SITE, cidr: cidr(fixture.number()) },
  });
  return vpc_id;
};
const subnet = async (fixture: ExampleFixture): Promise<{ vpc_id: string; subnet_id: string }> => {
  const network = cidr(fixture.number());
  const { vpc_id } = await fixture.make("vpc.create", { body: { name: fixture.name(), site_id: SITE, cidr: network } });
  const { subnet_id } = await fixture.make("subnet.create", {
    params: { vpc_id },
    body: { name: fixture.name(), cidr: network },
  });
  return { vpc_id, subnet_id };
};
const node = async (fixture: ExampleFixture): Promise<{ vpc_id: string; allocation_id: string }> => {
  const { vpc_id, subnet_id } = await subnet(fixture);
  const { allocation_id } = await fixture.make("vpcNode.attach", {
    params: { vpc_id },
    body: { vm_id: await fixture.vm(), subnet_id },
  });
  return { vpc_id, allocation_id };
};
const natGateway = async (fixture: ExampleFixture): Promise<{ vpc_id: string; nat_gateway_id: string }> => {
  const { vpc_id, subnet_id } = await subnet(fixture);
  const { nat_gateway_id, public_ip_id } = await fixture.make("natGateway.create", {
    params: { vpc_id },
    body: { name: fixture.name(), subnet_ids: [subnet_id] },
  });
  await fixture.make("reservedIp.detach", { params: { reserved_ip_id: String(public_ip_id) } });
  return { vpc_id, nat_gateway_id };
};
export const reservedIp = async (fixture: ExampleFixture): Promise<string> => {
  const { public_ip_id } = await fixture.make("reservedIp.create", { body: { site_id: SITE, label: fixture.name() } });
  return public_ip_id;
};
const loadBalancerWithoutIp = async (fixture: ExampleFixture): Promise<string> => {
  const params = await loadBalancer(fixture);
  const { public_ip_id } = await fixture.make("loadBalancer.get", { params });
  await fixture.make("reservedIp.detach", { params: { reserved_ip_id: String(public_ip_id) } });
  return params.load_balancer_id;
};
const firewallGroup = async (fixture: ExampleFixture): Promise<{ firewall_group_id: string }> => {
  const { firewall_group_id } = await fixture.make("firewallGroup.create", { body: { name: fixture.name() } });
  return { firewall_group_id };
};
const forwarding = async (
  fixture: ExampleFixture,
): Promise<{ vpc_id: string; nat_gateway_id: string; vm_id: string }> => {
  const { vpc_id, subnet_id } = await subnet(fixture);
  const { nat_gateway_id } = await fixture.make("natGateway.create", {
    params: { vpc_id },
    body: { name: fixture.name(), subnet_ids: [subnet_id], reserved_ip_id: await reservedIp(fixture) },
  });
  const vm_id = await fixture.vm();
  await fixture.make("vpcNode.attach", { params: { vpc_id }, body: { vm_id, subnet_id } });
  return { vpc_id, nat_gateway_id, vm_id };
};
const portForward = async (
  fixture: ExampleFixture,
): Promise<{ vpc_id: string; nat_gateway_id: string; port_forward_id: string }> => {
  const { vm_id, ...params } = await forwarding(fixture);
  const { port_forward_id } = await fixture.make("portForward.create", {
    params,
    body: { protocol: "tcp", public_port: 2222, vm_id, private_port: 22 },
  });
  return { ...params, port_forward_id };
};
const firewallRule = async (fixture: ExampleFixture): Promise<{ firewall_group_id: string; rule_id: string }> => {
  const { firewall_group_id } = await firewallGroup(fixture);
  const { rule_id } = await fixture.make("firewallRule.create", {
    params: { firewall_group_id },
    body: { port_start: 443 },
  });
  return { firewall_group_id, rule_id };
};
const firewallInstance = async (fixture: ExampleFixture): Promise<{ firewall_group_id: string; vm_id: string }> => {
  const { firewall_group_id } = await firewallGroup(fixture);
  const vm_id = await fixture.vm();
  await fixture.make("firewallInstance.link", { params: { firewall_group_id }, body: { vm_id } });
  return { firewall_group_id, vm_id };
};

/** Of a VPC of another workspace, whether there is such a VPC or not. */
const requestOfPeering = async (fixture: ExampleFixture) => ({
  ...{ name: fixture.name(), vpc_id: await vpc(fixture), peer_vpc_id: newId("vpc") },
});
/** Between two VPCs of the workspace. */
const vpcPeering = async (fixture: ExampleFixture): Promise<{ vpc_peering_id: string }> => {
  const body = { name: fixture.name(), vpc_id: await vpc(fixture), peer_vpc_id: await vpc(fixture) };
  const { vpc_peering_id } = await fixture.make("vpcPeering.create", { body });
  return { vpc_peering_id };
};
/** A request as if another workspace had sent it. */
const requestedPeering = async (fixture: ExampleFixture): Promise<{ vpc_peering_id: string }> => {
  const [vpc_peering_id, other] = [newId("peer"), newId("peer")];
  await fixture.api.database.pool.query(
    `INSERT INTO vpc_peering (workspace_id, vpc_peering_id, vpc_id, site_id, cidr, name, side, status, peer_vpc_id,
                              peer_cidr, other_side_id)
     SELECT workspace_id, $2, vpc_id, site_id, cidr, $3, 'accepter', 'pending', $4, '192.168.0.0/24', $5
       FROM vpc WHERE vpc_id = $1`,
    [await vpc(fixture), vpc_peering_id, fixture.name(), newId("vpc"), other],
  );
  return { vpc_peering_id };
};

/** Networks of 256 addresses that do not overlap. */
function cidr(index: number): string {
  return `10.${Math.floor(index / 256) % 256}.${index % 256}.0/24`;
}

/** Gives a reserved IP to each type of resource that can hold one. */
const toEachHolder: Examples["reservedIp.attach"] & Examples["reservedIp.move"] = [
  async (fixture) => ({ params: { reserved_ip_id: await reservedIp(fixture) }, body: { vm_id: await fixture.vm() } }),
  async (fixture) => ({
    params: { reserved_ip_id: await reservedIp(fixture) },
    body: { nat_gateway_id: (await natGateway(fixture)).nat_gateway_id },
  }),
  async (fixture) => ({
    params: { reserved_ip_id: await reservedIp(fixture) },
    body: { load_balancer_id: await loadBalancerWithoutIp(fixture) },
  }),
];

export const networkingExamples = {
  "vpc.list": [
    async (fixture) => {
      await vpc(fixture);
      return { query: { site_id: [SITE] } };
    },
  ],
  "vpc.create": [(fixture) => ({ body: { name: fixture.name(), site_id: SITE, cidr: cidr(fixture.number()) } })],
  "vpc.get": [async (fixture) => ({ params: { vpc_id: await vpc(fixture) } })],
  "vpc.update": [
    async (fixture) => ({
      params: { vpc_id: await vpc(fixture) },
      body: { name: fixture.name(), description: "Changed" },
    }),
  ],
  "vpc.delete": [async (fixture) => ({ params: { vpc_id: await vpc(fixture) } })],
  "subnet.list": [async (fixture) => ({ params: { vpc_id: (await subnet(fixture)).vpc_id } })],
  "subnet.create": [
    async (fixture) => {
      const network = cidr(fixture.number());
      const { vpc_id } = await fixture.make("vpc.create", {
        body: { name: fixture.name(), site_id: SITE, cidr: network },
      });
      const { firewall_group_id } = await firewallGroup(fixture);
      return {
        params: { vpc_id },
        body: { name: fixture.name(), cidr: network, firewall_group_ids: [firewall_group_id] },
      };
    },
  ],
  "subnet.get": [async (fixture) => ({ params: await subnet(fixture) })],
  "subnet.update": [
    async (fixture) => {
      const { firewall_group_id } = await firewallGroup(fixture);
      const body = { name: fixture.name(), dns: ["9.9.9.9"], firewall_group_ids: [firewall_group_id] };
      return { params: await subnet(fixture), body };
    },
  ],
  "subnet.delete": [async (fixture) => ({ params: await subnet(fixture) })],
  "vpcNode.list": [
    async (fixture) => {
      const { vpc_id, subnet_id } = await subnet(fixture);
      const vm_id = await fixture.vm();
      await fixture.make("vpcNode.attach", { params: { vpc_id }, body: { vm_id, subnet_id } });
      return { params: { vpc_id }, query: { subnet_id, vm_id } };
    },
  ],
  "vpcNode.attach": [
    async (fixture) => {
      const { vpc_id, subnet_id } = await subnet(fixture);
      const body = {
        vm_id: await fixture.vm(),
        subnet_id,
        connectivity: "public_ip",
        reserved_public_ip_id: await reservedIp(fixture),
      } as const;
      return { params: { vpc_id }, body };
    },
  ],
  "vpcNode.detach": [async (fixture) => ({ params: await node(fixture) })],
  "vpcPeering.list": [
    async (fixture) => {
      const body = await requestOfPeering(fixture);
      await fixture.make("vpcPeering.create", { body });
      return { query: { vpc_id: body.vpc_id } };
    },
  ],
  "vpcPeering.create": [async (fixture) => ({ body: await requestOfPeering(fixture) })],
  "vpcPeering.get": [async (fixture) => ({ params: await vpcPeering(fixture) })],
  "vpcPeering.accept": [async (fixture) => ({ params: await requestedPeering(fixture) })],
  "vpcPeering.delete": [async (fixture) => ({ params: await vpcPeering(fixture) })],
  "natGateway.list": [async (fixture) => ({ params: { vpc_id: (await natGateway(fixture)).vpc_id } })],
  "natGateway.create": [
    async (fixture) => {
      const { vpc_id, subnet_id } = await subnet(fixture);
      return {
        params: { vpc_id },
        body: { name: fixture.name(), subnet_ids: [subnet_id], reserved_ip_id: await reservedIp(fixture) },
      };
    },
  ],
  "natGateway.get": [async (fixture) => ({ params: await natGateway(fixture) })],
  "natGateway.update": [async (fixture) => ({ params: await natGateway(fixture), body: { name: fixture.name() } })],
  "natGateway.delete": [async (fixture) => ({ params: await natGateway(fixture) })],
  "portForward.list": [
    async (fixture) => {
      const { vpc_id, nat_gateway_id } = await portForward(fixture);
      return { params: { vpc_id, nat_gateway_id } };
    },
  ],
  "portForward.create": [
    async (fixture) => {
      const { vm_id, ...params } = await forwarding(fixture);
      return {
        params,
        body: { protocol: "udp", public_port: 5353, vm_id, private_port: 53, description: "An example" },
      };
    },
  ],
  "portForward.get": [async (fixture) => ({ params: await portForward(fixture) })],
  "portForward.delete": [async (fixture) => ({ params: await portForward(fixture) })],
  "reservedIp.list": [
    async (fixture) => {
      await reservedIp(fixture);
      return { query: { site_id: [SITE] } };
    },
  ],
  "reservedIp.create": [
    (fixture) => ({ body: { site_id: SITE, label: fixture.name(), reverse_dns: "vm1.example.com" } }),
  ],
  "reservedIp.get": [async (fixture) => ({ params: { reserved_ip_id: await reservedIp(fixture) } })],
  "reservedIp.update": [
    async (fixture) => ({
      params: { reserved_ip_id: await reservedIp(fixture) },
      body: { label: "Changed", reverse_dns: "vm2.example.com" },
    }),
  ],
  "reservedIp.delete": [async (fixture) => ({ params: { reserved_ip_id: await reservedIp(fixture) } })],
  "reservedIp.attach": toEachHolder,
  "reservedIp.detach": [
    async (fixture) => {
      const reserved_ip_id = await reservedIp(fixture);
      await fixture.make("reservedIp.attach", { params: { reserved_ip_id }, body: { vm_id: await fixture.vm() } });
      return { params: { reserved_ip_id } };
    },
  ],
  "reservedIp.move": toEachHolder,
  "firewallGroup.get": [async (fixture) => ({ params: await firewallGroup(fixture) })],
  "firewallGroup.update": [
    async (fixture) => ({
      params: await firewallGroup(fixture),
      body: { name: fixture.name(), description: "Changed" },
    }),
  ],
  "firewallGroup.delete": [async (fixture) => ({ params: await firewallGroup(fixture) })],
  "firewallRule.create": [
    async (fixture) => ({
      params: await firewallGroup(fixture),
      body: {
        protocol: "tcp",
        port_start: 80,
        port_end: 443,
        remote_targets: ["192.0.2.0/24", "198.51.100.7"],
        description: "The office",
      },
    }),
    async (fixture) => ({
      params: await firewallGroup(fixture),
      body: { port_start: 5432, remote_group_id: (await firewallGroup(fixture)).firewall_group_id },
    }),
    async (fixture) => ({
      params: await firewallGroup(fixture),
      body: { protocol: "icmp", icmp_type: 8, icmp_code: 0, remote_tag: "monitoring" },
    }),
  ],
  "firewallRule.replace": [
    async (fixture) => ({
      params: await firewallGroup(fixture),
      body: { rules: [{ port_start: 22 }, { protocol: "icmp" }] },
    }),
    async (fixture) => ({
      params: await firewallGroup(fixture),
      body: { rules: [{ remote_group_id: (await firewallGroup(fixture)).firewall_group_id }] },
    }),
  ],
  "firewallRule.update": [
    async (fixture) => ({ params: await firewallRule(fixture), body: { port_start: 8443, priority: 7 } }),
    async (fixture) => ({
      params: await firewallRule(fixture),
      body: { remote_group_id: (await firewallGroup(fixture)).firewall_group_id },
    }),
  ],
  "firewallRule.delete": [async (fixture) => ({ params: await firewallRule(fixture) })],
  "firewallInstance.list": [
    async (fixture) => ({ params: { firewall_group_id: (await firewallInstance(fixture)).firewall_group_id } }),
  ],
  "firewallInstance.link": [
    async (fixture) => ({ params: await firewallGroup(fixture), body: { vm_id: await fixture.vm() } }),
  ],
  "firewallInstance.unlink": [async (fixture) => ({ params: await firewallInstance(fixture) })],
  "vmNetwork.get": [
    async (fixture) => {
      const { vm_id } = await forwarding(fixture);
      const { firewall_group_id } = await firewallGroup(fixture);
      await fixture.make("firewallInstance.link", { params: { firewall_group_id }, body: { vm_id } });
      return { params: { vm_id } };
    },
  ],
  "reachability.check": [
    async (fixture) => ({
      body: { from_address: "internet", to_vm_id: (await forwarding(fixture)).vm_id, port: 22 },
    }),
    async (fixture) => ({
      body: {
        ...{ from_vm_id: await fixture.vm(), to_address: "internet", protocol: "icmp" },
        ...{ firewall_group_id: (await firewallGroup(fixture)).firewall_group_id, rules: [{ protocol: "icmp" }] },
      },
    }),
  ],
} satisfies Partial<Examples>;
