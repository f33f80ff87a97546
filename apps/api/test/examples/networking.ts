import type { Examples } from "./example.ts";
import { loadBalancer } from "./load-balancing.ts";
import { type Scene, SITE } from "./scene.ts";

const vpc = async (scene: Scene): Promise<string> => {
  const { vpc_id } = await scene.make("vpc.create", {
    body: { name: scene.name(), site_id: SITE, cidr: cidr(scene.number()) },
  });
  return vpc_id;
};
const subnet = async (scene: Scene): Promise<{ vpc_id: string; subnet_id: string }> => {
  const network = cidr(scene.number());
  const { vpc_id } = await scene.make("vpc.create", { body: { name: scene.name(), site_id: SITE, cidr: network } });
  const { subnet_id } = await scene.make("subnet.create", {
    params: { vpc_id },
    body: { name: scene.name(), cidr: network },
  });
  return { vpc_id, subnet_id };
};
const node = async (scene: Scene): Promise<{ vpc_id: string; allocation_id: string }> => {
  const { vpc_id, subnet_id } = await subnet(scene);
  const { allocation_id } = await scene.make("vpcNode.attach", {
    params: { vpc_id },
    body: { vm_id: await scene.vm(), subnet_id },
  });
  return { vpc_id, allocation_id };
};
const natGateway = async (scene: Scene): Promise<{ vpc_id: string; nat_gateway_id: string }> => {
  const { vpc_id, subnet_id } = await subnet(scene);
  const { nat_gateway_id, public_ip_id } = await scene.make("natGateway.create", {
    params: { vpc_id },
    body: { name: scene.name(), subnet_ids: [subnet_id] },
  });
  await scene.make("reservedIp.detach", { params: { reserved_ip_id: String(public_ip_id) } });
  return { vpc_id, nat_gateway_id };
};
const reservedIp = async (scene: Scene): Promise<string> => {
  const { public_ip_id } = await scene.make("reservedIp.create", { body: { site_id: SITE, label: scene.name() } });
  return public_ip_id;
};
const loadBalancerWithoutIp = async (scene: Scene): Promise<string> => {
  const params = await loadBalancer(scene);
  const { public_ip_id } = await scene.make("loadBalancer.get", { params });
  await scene.make("reservedIp.detach", { params: { reserved_ip_id: String(public_ip_id) } });
  return params.load_balancer_id;
};
const firewallGroup = async (scene: Scene): Promise<{ firewall_group_id: string }> => {
  const { firewall_group_id } = await scene.make("firewallGroup.create", { body: { name: scene.name() } });
  return { firewall_group_id };
};
const forwarding = async (scene: Scene): Promise<{ vpc_id: string; nat_gateway_id: string; vm_id: string }> => {
  const { vpc_id, subnet_id } = await subnet(scene);
  const { nat_gateway_id } = await scene.make("natGateway.create", {
    params: { vpc_id },
    body: { name: scene.name(), subnet_ids: [subnet_id], reserved_ip_id: await reservedIp(scene) },
  });
  const vm_id = await scene.vm();
  await scene.make("vpcNode.attach", { params: { vpc_id }, body: { vm_id, subnet_id } });
  return { vpc_id, nat_gateway_id, vm_id };
};
const portForward = async (
  scene: Scene,
): Promise<{ vpc_id: string; nat_gateway_id: string; port_forward_id: string }> => {
  const { vm_id, ...params } = await forwarding(scene);
  const { port_forward_id } = await scene.make("portForward.create", {
    params,
    body: { protocol: "tcp", public_port: 2222, vm_id, private_port: 22 },
  });
  return { ...params, port_forward_id };
};
const firewallRule = async (scene: Scene): Promise<{ firewall_group_id: string; rule_id: string }> => {
  const { firewall_group_id } = await firewallGroup(scene);
  const { rule_id } = await scene.make("firewallRule.create", {
    params: { firewall_group_id },
    body: { port_start: 443 },
  });
  return { firewall_group_id, rule_id };
};
const firewallInstance = async (scene: Scene): Promise<{ firewall_group_id: string; vm_id: string }> => {
  const { firewall_group_id } = await firewallGroup(scene);
  const vm_id = await scene.vm();
  await scene.make("firewallInstance.link", { params: { firewall_group_id }, body: { vm_id } });
  return { firewall_group_id, vm_id };
};

/** Networks of 256 addresses that do not overlap. */
function cidr(index: number): string {
  return `10.${Math.floor(index / 256) % 256}.${index % 256}.0/24`;
}

export const networkingExamples = {
  "vpc.list": [
    async (scene) => {
      await vpc(scene);
      return { query: { site_id: SITE } };
    },
  ],
  "vpc.create": [(scene) => ({ body: { name: scene.name(), site_id: SITE, cidr: cidr(scene.number()) } })],
  "vpc.get": [async (scene) => ({ params: { vpc_id: await vpc(scene) } })],
  "vpc.update": [
    async (scene) => ({ params: { vpc_id: await vpc(scene) }, body: { name: scene.name(), description: "Changed" } }),
  ],
  "vpc.delete": [async (scene) => ({ params: { vpc_id: await vpc(scene) } })],
  "subnet.list": [async (scene) => ({ params: { vpc_id: (await subnet(scene)).vpc_id } })],
  "subnet.create": [
    async (scene) => {
      const network = cidr(scene.number());
      const { vpc_id } = await scene.make("vpc.create", { body: { name: scene.name(), site_id: SITE, cidr: network } });
      return { params: { vpc_id }, body: { name: scene.name(), cidr: network } };
    },
  ],
  "subnet.get": [async (scene) => ({ params: await subnet(scene) })],
  "subnet.update": [async (scene) => ({ params: await subnet(scene), body: { name: scene.name(), dns: ["9.9.9.9"] } })],
  "subnet.delete": [async (scene) => ({ params: await subnet(scene) })],
  "vpcNode.list": [
    async (scene) => {
      const { vpc_id, subnet_id } = await subnet(scene);
      const vm_id = await scene.vm();
      await scene.make("vpcNode.attach", { params: { vpc_id }, body: { vm_id, subnet_id } });
      return { params: { vpc_id }, query: { subnet_id, vm_id } };
    },
  ],
  "vpcNode.attach": [
    async (scene) => {
      const { vpc_id, subnet_id } = await subnet(scene);
      const body = {
        vm_id: await scene.vm(),
        subnet_id,
        connectivity: "public_ip",
        reserved_public_ip_id: await reservedIp(scene),
      } as const;
      return { params: { vpc_id }, body };
    },
  ],
  "vpcNode.detach": [async (scene) => ({ params: await node(scene) })],
  "natGateway.list": [async (scene) => ({ params: { vpc_id: (await natGateway(scene)).vpc_id } })],
  "natGateway.create": [
    async (scene) => {
      const { vpc_id, subnet_id } = await subnet(scene);
      return {
        params: { vpc_id },
        body: { name: scene.name(), subnet_ids: [subnet_id], reserved_ip_id: await reservedIp(scene) },
      };
    },
  ],
  "natGateway.get": [async (scene) => ({ params: await natGateway(scene) })],
  "natGateway.update": [async (scene) => ({ params: await natGateway(scene), body: { name: scene.name() } })],
  "natGateway.delete": [async (scene) => ({ params: await natGateway(scene) })],
  "portForward.list": [
    async (scene) => {
      const { vpc_id, nat_gateway_id } = await portForward(scene);
      return { params: { vpc_id, nat_gateway_id } };
    },
  ],
  "portForward.create": [
    async (scene) => {
      const { vm_id, ...params } = await forwarding(scene);
      return {
        params,
        body: { protocol: "udp", public_port: 5353, vm_id, private_port: 53, description: "An example" },
      };
    },
  ],
  "portForward.get": [async (scene) => ({ params: await portForward(scene) })],
  "portForward.delete": [async (scene) => ({ params: await portForward(scene) })],
  "reservedIp.list": [
    async (scene) => {
      await reservedIp(scene);
      return { query: { site_id: SITE } };
    },
  ],
  "reservedIp.create": [(scene) => ({ body: { site_id: SITE, label: scene.name(), reverse_dns: "vm1.example.com" } })],
  "reservedIp.get": [async (scene) => ({ params: { reserved_ip_id: await reservedIp(scene) } })],
  "reservedIp.update": [
    async (scene) => ({
      params: { reserved_ip_id: await reservedIp(scene) },
      body: { label: "Changed", reverse_dns: "vm2.example.com" },
    }),
  ],
  "reservedIp.delete": [async (scene) => ({ params: { reserved_ip_id: await reservedIp(scene) } })],
  "reservedIp.attach": [
    async (scene) => ({ params: { reserved_ip_id: await reservedIp(scene) }, body: { vm_id: await scene.vm() } }),
    async (scene) => ({
      params: { reserved_ip_id: await reservedIp(scene) },
      body: { nat_gateway_id: (await natGateway(scene)).nat_gateway_id },
    }),
    async (scene) => ({
      params: { reserved_ip_id: await reservedIp(scene) },
      body: { load_balancer_id: await loadBalancerWithoutIp(scene) },
    }),
  ],
  "reservedIp.detach": [
    async (scene) => {
      const reserved_ip_id = await reservedIp(scene);
      await scene.make("reservedIp.attach", { params: { reserved_ip_id }, body: { vm_id: await scene.vm() } });
      return { params: { reserved_ip_id } };
    },
  ],
  "reservedIp.move": [
    async (scene) => ({ params: { reserved_ip_id: await reservedIp(scene) }, body: { vm_id: await scene.vm() } }),
    async (scene) => ({
      params: { reserved_ip_id: await reservedIp(scene) },
      body: { nat_gateway_id: (await natGateway(scene)).nat_gateway_id },
    }),
    async (scene) => ({
      params: { reserved_ip_id: await reservedIp(scene) },
      body: { load_balancer_id: await loadBalancerWithoutIp(scene) },
    }),
  ],
  "firewallGroup.list": [
    async (scene) => {
      await firewallGroup(scene);
      return {};
    },
  ],
  "firewallGroup.create": [(scene) => ({ body: { name: scene.name(), description: "An example" } })],
  "firewallGroup.get": [async (scene) => ({ params: await firewallGroup(scene) })],
  "firewallGroup.update": [
    async (scene) => ({ params: await firewallGroup(scene), body: { name: scene.name(), description: "Changed" } }),
  ],
  "firewallGroup.delete": [async (scene) => ({ params: await firewallGroup(scene) })],
  "firewallRule.create": [
    async (scene) => ({
      params: await firewallGroup(scene),
      body: {
        protocol: "tcp",
        port_start: 80,
        port_end: 443,
        remote_targets: ["192.0.2.0/24", "198.51.100.7"],
        description: "The office",
      },
    }),
  ],
  "firewallRule.replace": [
    async (scene) => ({
      params: await firewallGroup(scene),
      body: { rules: [{ port_start: 22 }, { protocol: "icmp" }] },
    }),
  ],
  "firewallRule.update": [
    async (scene) => ({ params: await firewallRule(scene), body: { port_start: 8443, priority: 7 } }),
  ],
  "firewallRule.delete": [async (scene) => ({ params: await firewallRule(scene) })],
  "firewallInstance.list": [
    async (scene) => ({ params: { firewall_group_id: (await firewallInstance(scene)).firewall_group_id } }),
  ],
  "firewallInstance.link": [
    async (scene) => ({ params: await firewallGroup(scene), body: { vm_id: await scene.vm() } }),
  ],
  "firewallInstance.unlink": [async (scene) => ({ params: await firewallInstance(scene) })],
  "vmNetwork.get": [
    async (scene) => {
      const { vm_id } = await forwarding(scene);
      const { firewall_group_id } = await firewallGroup(scene);
      await scene.make("firewallInstance.link", { params: { firewall_group_id }, body: { vm_id } });
      return { params: { vm_id } };
    },
  ],
} satisfies Partial<Examples>;
