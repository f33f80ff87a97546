// Shared by the tests of networks at their providers: networks created by requests, and reconcilers run on demand.
import type { FirewallGroup, FirewallInstance, NatGateway, ReservedIp, Subnet, Vpc } from "@fulmar/contract";
import { computeFixture } from "./compute-fixture.ts";

export const SITE = "site-ams-1";

export function networkFixture(environment: Readonly<Record<string, string>> = {}) {
  const fixture = computeFixture(environment);
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await fixture.world.database.pool.query<Row>(text, values)).rows;
  /**
   * Gives VMs running instances. Without them, `reconcile-instances` would fence the site for lacking most of its VMs.
   */
  const makeInstances = (vmIds: readonly string[]) =>
    query(
      `INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, power, provisioned, started_at)
       SELECT vm_id, name, cpu, ram_mb, disk_gb, template_id, 'running', true, now() FROM vm WHERE vm_id = ANY ($1)`,
      [vmIds],
    );
  return Object.assign(fixture, {
    query,
    makeInstances,
    vpc: (name: string, cidr: string) => fixture.send<Vpc>("vpc.create", {}, { name, cidr, site_id: SITE }),
    /** The simulated provider reads faults from the subnet's name. */
    subnet: (vpc_id: string, name: string, cidr: string) =>
      fixture.send<Subnet>("subnet.create", { vpc_id }, { name, cidr }),
    getSubnet: ({ vpc_id, subnet_id }: Subnet) => fixture.send<Subnet>("subnet.get", { vpc_id, subnet_id }),
    firewallGroup: (name: string) => fixture.send<FirewallGroup>("firewallGroup.create", {}, { name }),
    natGateway: ({ vpc_id, subnet_id }: Subnet, name: string) =>
      fixture.send<NatGateway>("natGateway.create", { vpc_id }, { name, subnet_ids: [subnet_id] }),
    reservedIp: () =>
      fixture.send<ReservedIp>("reservedIp.create", {}, { site_id: SITE, reverse_dns: "vm.example.com" }),
    attach: ({ vpc_id, subnet_id }: Subnet, vm_id: string) =>
      fixture.send<{ allocation_id: string; private_ip: string }>("vpcNode.attach", { vpc_id }, { vm_id, subnet_id }),
    link: (firewall_group_id: string, vm_id: string) =>
      fixture.send<FirewallInstance>("firewallInstance.link", { firewall_group_id }, { vm_id }),
    instances: (firewall_group_id: string) =>
      fixture.send<FirewallInstance[]>("firewallInstance.list", { firewall_group_id }),
    /** A running VM with an instance, created without a worker. */
    async plainVm(name: string): Promise<string> {
      const { vm_id, operation_id } = await fixture.createVm(name);
      await query("UPDATE operation SET status = 'succeeded', finished_at = now() WHERE operation_id = $1", [
        operation_id,
      ]);
      await query("UPDATE vm SET status = 'running', operation_id = NULL WHERE vm_id = $1", [vm_id]);
      await makeInstances([vm_id]);
      return vm_id;
    },
    /** The last configuration that the simulated provider got. */
    async atProvider(id: string): Promise<{ revision: number; configuration: object } | undefined> {
      const [row] = await query<{ revision: number; configuration: object }>(
        "SELECT revision, configuration FROM simulated.network_configuration WHERE id = $1",
        [id],
      );
      return row;
    },
  });
}
