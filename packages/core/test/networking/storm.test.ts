import { expect, test } from "vitest";
import { DomainError } from "../../src/index.ts";
import { networkFixture } from "../network-fixture.ts";

const fixture = networkFixture();

/** Ignores refusals that concurrent requests can cause. Any other error fails the test. */
async function unlessRefused(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof DomainError) || (error.kind !== "conflict" && error.kind !== "not_found")) throw error;
  }
}

/**
 * More requests would not run concurrently anyway, and on a busy machine a request that waits longer than ten seconds
 * for a connection fails.
 */
const AT_ONCE = 32;

async function inWaves(changes: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let first = 0; first < changes.length; first += AT_ONCE) {
    await Promise.all(changes.slice(first, first + AT_ONCE).map((change) => unlessRefused(change())));
  }
}

test("concurrent changes cause no error but refusals, and the provider ends with the wanted state", async () => {
  const { vpc_id } = await fixture.vpc("storm", "10.1.0.0/16");
  const subnet = await fixture.subnet(vpc_id, "storm", "10.1.0.0/24");
  const gateway = await fixture.natGateway(subnet, "storm");
  const groups = await Promise.all(
    ["one", "two"].map(async (name) => (await fixture.firewallGroup(name)).firewall_group_id),
  );
  const ips = (await Promise.all([fixture.reservedIp(), fixture.reservedIp()])).map(({ public_ip_id }) => public_ip_id);
  const vms = await Promise.all(Array.from({ length: 12 }, (_, index) => fixture.plainVm(`storm-${index}`)));
  const at = { vpc_id, nat_gateway_id: gateway.nat_gateway_id };
  const changes = vms.flatMap((vm_id, index) => [
    () => fixture.send("firewallInstance.link", { firewall_group_id: groups[index % 2] }, { vm_id }),
    () =>
      fixture.send("cloudVm.update", { vm_id }, { firewall_group_ids: index % 3 === 0 ? groups.toReversed() : groups }),
    () => fixture.send("firewallRule.create", { firewall_group_id: groups[index % 2] }, { port_start: index + 1 }),
    () =>
      fixture.send(
        "firewallRule.replace",
        { firewall_group_id: groups[(index + 1) % 2] },
        { rules: [{ port_start: 100 + index }] },
      ),
    () => fixture.attach(subnet, vm_id),
    () =>
      fixture.send("portForward.create", at, {
        protocol: "tcp",
        public_port: 1 + (index % 5),
        vm_id,
        private_port: 22,
      }),
    () => fixture.send("reservedIp.move", { reserved_ip_id: ips[index % 2] }, { vm_id }),
    () => fixture.send("firewallInstance.unlink", { firewall_group_id: groups[index % 2], vm_id }),
  ]);
  let changing = true;
  const storm = inWaves(changes).finally(() => {
    changing = false;
  });
  while (changing) await fixture.reconcile("apply-networks");
  await storm;
  await expect
    .poll(async () => {
      await fixture.reconcile("apply-networks");
      return fixture.query("SELECT FROM network_state WHERE applied_revision < revision");
    })
    .toEqual([]);

  const [different] = await fixture.query<{ count: number }>(
    `SELECT count(*)::int FROM network_state s
       LEFT JOIN simulated.network_configuration c ON c.kind = s.resource_type::text AND c.id = s.resource_id
      WHERE c.revision IS DISTINCT FROM s.revision OR s.error_code IS NOT NULL`,
  );
  expect(different).toEqual({ count: 0 });
  for (const vm_id of vms) {
    const [wanted] = await fixture.query(
      `SELECT (SELECT count(*)::int FROM vpc_node n WHERE n.vm_id = $1) AS nics,
              (SELECT host(a.address) FROM reserved_ip r JOIN public_address a USING (public_ip_id)
          WHERE r.attached_vm_id = $1) AS address,
        (SELECT count(*)::int FROM firewall_group_vm l JOIN firewall_rule r USING (firewall_group_id)
          WHERE l.vm_id = $1) AS rules`,
      [vm_id],
    );
    const [applied] = await fixture.query(
      `SELECT jsonb_array_length(configuration -> 'nics') AS nics,
              configuration -> 'publicAddress' ->> 'address' AS address,
              CASE jsonb_typeof(configuration -> 'firewall')
                   WHEN 'array' THEN jsonb_array_length(configuration -> 'firewall') ELSE 0 END AS rules
         FROM simulated.network_configuration WHERE id = $1`,
      [vm_id],
    );
    expect(applied).toEqual(wanted);
  }
});
