// Shared by the tests of adoption: everything that a site can have, created by requests, and a database that has lost
// it.
import type { LoadBalancer, PortForward, Volume } from "@fulmar/contract";
import { withoutTriggers } from "@fulmar/testkit";
import { beforeEach, expect } from "vitest";
import { adoptResources, discardResource } from "../../src/operator.ts";
import type { AdoptionRequest } from "../../src/restore/adopt-resources.ts";
import { networkFixture, SITE } from "../network-fixture.ts";
import { volumesOf } from "../volumes-fixture.ts";

/** The tables of resources at sites, and the tables that refer to them, since an earlier backup would have neither. */
const FORGOTTEN: readonly string[] = [
  ...[
    "port_forward",
    "vpc_node",
    "nat_gateway_subnet",
    "nat_gateway",
    "reserved_ip",
    "firewall_group_subnet",
    "firewall_group_vm",
    "firewall_rule",
    "firewall_group",
  ],
  ...[
    "load_balancer_health",
    "load_balancer_rule",
    "load_balancer_listener",
    "load_balancer_target",
    "load_balancer_pool",
    "load_balancer",
  ],
  ...[
    "backup",
    "snapshot_set",
    "backup_policy",
    "volume_snapshot",
    "volume_operation",
    "volume",
    "vm_bandwidth",
    "vm",
    "subnet",
    "vpc",
  ],
  ...["network_state", "charge", "tombstone", "operation_step", "operation", "unknown_resource"],
];

/** The tables of a simulated site's content. */
const AT_SITE: readonly string[] = [
  ...["instance", "disk", "volume", "volume_attachment", "snapshot", "backup", "network_configuration"],
  ...["load_balancer", "stranger", "stranger_volume"],
];

export function adoptFixture() {
  const fixture = networkFixture();
  const volumes = volumesOf(fixture);
  const configuration = { secrets: ["secret of the tests"] as const, simulatedSiteUrl: undefined };
  const more = {
    volumes,
    /** Writes to a disk, as the VM would. */
    async write(volumeId: string, vmId: string, content: string): Promise<void> {
      await fixture.query(
        `INSERT INTO simulated.disk (volume_id, content, root_of_vm_id, data_volume_id)
         VALUES ($1, $2, CASE WHEN $1 LIKE 'root%' THEN $3 END,
                 (SELECT volume_id FROM simulated.volume WHERE volume_id = $1))
             ON CONFLICT (volume_id) DO UPDATE SET content = excluded.content`,
        [volumeId, content, vmId],
      );
    },
    /** The content of all disks and their copies at the site. */
    content: () =>
      fixture.query(
        `SELECT volume_id AS id, content FROM simulated.disk UNION ALL SELECT snapshot_id || '/' || volume_id, content
           FROM simulated.snapshot
          UNION ALL SELECT backup_id || '/' || volume_id, content FROM simulated.backup ORDER BY 1`,
      ),
    /** The configurations that the site got, without revisions. */
    told: () =>
      fixture.query(
        `SELECT id, configuration FROM simulated.network_configuration
          UNION ALL SELECT load_balancer_id, configuration - 'revision' FROM simulated.load_balancer ORDER BY 1`,
      ),
    machines: () =>
      fixture.query("SELECT vm_id, name, power, cpu, ram_mb, disk_gb FROM simulated.live_instance ORDER BY 1"),
    /** Sends a request that an operation carries out, and waits for its end. */
    async act(id: "snapshot.create" | "backup.create", params: object, body: object = {}): Promise<void> {
      const { operation_id } = await fixture.send<{ operation_id: string }>(id, { ...params }, { ...body });
      expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
    },
    balancer: (name: string, configuration: object) =>
      fixture.send<LoadBalancer>("loadBalancer.create", {}, { name, site_id: SITE, configuration }),
    balancerOf: (load_balancer_id: string) => fixture.send<LoadBalancer>("loadBalancer.get", { load_balancer_id }),
    forward: (nat_gateway_id: string, vpc_id: string, body: object) =>
      fixture.send<PortForward>("portForward.create", { vpc_id, nat_gateway_id }, { ...body }),
    volume: (volume_id: string) => fixture.send<Volume>("volume.get", { volume_id }),
    /** Applies all pending changes at the site. */
    async apply(): Promise<void> {
      await fixture.reconcile("apply-networks");
      await fixture.reconcile("apply-load-balancers");
    },
    /** Deletes the rows, as in an earlier backup of the database, without tombstones. */
    async forget(): Promise<void> {
      await withoutTriggers(fixture.world.database.pool, async (client) => {
        for (const table of FORGOTTEN) await client.query(`DELETE FROM ${table}`);
        await client.query("UPDATE public_address SET public_ip_id = NULL");
      });
      await fixture.reconcile("find-unknown-resources");
      await more.resume();
    },
    /** Deletes one VM and what belongs to it alone, as in a slightly earlier backup. */
    async forgetAlone(vmId: string): Promise<void> {
      await withoutTriggers(fixture.world.database.pool, async (client) => {
        await client.query("DELETE FROM operation WHERE resource_id = $1", [vmId]);
        for (const table of ["vpc_node", "firewall_group_vm", "vm"])
          await client.query(`DELETE FROM ${table} WHERE vm_id = $1`, [vmId]);
        await client.query("DELETE FROM network_state WHERE resource_id = $1", [vmId]);
        await client.query("DELETE FROM tombstone");
      });
      await fixture.reconcile("find-unknown-resources");
      await more.resume();
    },
    /** Removes what tests made, in the database and at the site. */
    async clear(): Promise<void> {
      await withoutTriggers(fixture.world.database.pool, async (client) => {
        for (const table of [...FORGOTTEN, ...AT_SITE.map((name) => `simulated.${name}`)])
          await client.query(`DELETE FROM ${table}`);
        await client.query("UPDATE public_address SET public_ip_id = NULL");
      });
      await more.resume();
    },
    /** As an operator who has accepted the unknown resources. */
    async resume(): Promise<void> {
      await fixture.query("UPDATE unknown_resource SET accepted_at = now()");
      await fixture.query("UPDATE site_fence SET reason = NULL, detail = NULL, fenced_at = NULL");
    },
    unknown: () =>
      fixture.query<{ kind: string; id: string }>("SELECT kind, resource_id AS id FROM unknown_resource ORDER BY 1, 2"),
    adopt: (request: Partial<AdoptionRequest>) =>
      adoptResources(fixture.world.database, configuration, { siteId: SITE, ids: "all", ...request }),
    discard: (id: string) => discardResource(fixture.world.database, configuration, { siteId: SITE, id }),
    charges: () =>
      fixture.query<{ resource_type: string; resource_id: string; sku_code: string; quantity: number }>(
        `SELECT resource_type, resource_id, sku_code, quantity FROM charge WHERE charged_until IS NULL
           ORDER BY resource_type, resource_id, sku_code`,
      ),
  };
  beforeEach(() => more.clear());
  return Object.assign(fixture, more);
}
