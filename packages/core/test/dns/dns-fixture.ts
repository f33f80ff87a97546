// Shared by the tests of DNS zones: zones of two organizations, and names below .test that are delegated.
import type { DnsRecordSet, DnsZone } from "@fulmar/contract";
import { newId } from "../../src/index.ts";
import { computeFixture } from "../compute-fixture.ts";

export interface ServedRow {
  readonly zone_id: string;
  readonly record_sets: readonly { readonly name: string; readonly type: string; readonly values: readonly string[] }[];
}

export function dnsFixture(environment: Readonly<Record<string, string>> = {}) {
  const fixture = computeFixture(environment);
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await fixture.world.database.pool.query<Row>(text, values)).rows;
  let made = 0;
  const dns = Object.assign(fixture, {
    query,
    newName: (label = "zone") => `${label}-${++made}.test`,
    create: (name: string) => fixture.send<DnsZone>("dnsZone.create", {}, { name }),
    zone: (zone_id: string) => fixture.send<DnsZone>("dnsZone.get", { zone_id }),
    set: (zone_id: string, name: string, type: string, ...values: string[]) =>
      fixture.send<DnsRecordSet>("dnsRecordSet.set", { zone_id }, { name, type, values, ttl: 60 }),
    /** What the registry names for a domain from now on. */
    async delegate(name: string, servers: readonly string[]): Promise<void> {
      await query("DELETE FROM simulated.dns_record WHERE name = $1 AND type = 'NS'", [name]);
      for (const server of servers)
        await query("INSERT INTO simulated.dns_record VALUES ($1, 'NS', $2)", [name, server]);
    },
    /** The DS records that the registry has of a domain from now on. */
    async publish(name: string, ...records: readonly string[]): Promise<void> {
      await query("DELETE FROM simulated.dns_record WHERE name = $1 AND type = 'DS'", [name]);
      for (const record of records)
        await query("INSERT INTO simulated.dns_record VALUES ($1, 'DS', $2)", [name, record]);
    },
    /** The checks of all zones, as if their time had come. */
    async check(): Promise<void> {
      await query("UPDATE dns_zone SET check_at = now()");
      await fixture.reconcile("check-zones");
    },
    apply: () => fixture.reconcile("apply-zones"),
    async served(name: string): Promise<ServedRow | undefined> {
      return (await query<ServedRow>("SELECT zone_id, record_sets FROM simulated.dns_zone WHERE name = $1", [name]))[0];
    },
    /** A zone that the name servers have. */
    async active(name = dns.newName()): Promise<DnsZone> {
      const zone = await dns.create(name);
      await dns.delegate(name, zone.name_servers);
      await dns.check();
      await dns.apply();
      return dns.zone(zone.zone_id);
    },
    /** A zone of a workspace of another organization. @returns its id and the organization's */
    async ofOthers(name: string): Promise<{ readonly zone_id: string; readonly organization_id: string }> {
      const [organization_id, zone_id] = [newId("org"), newId("zone")];
      await query(
        `WITH o AS (INSERT INTO organization (organization_id, name) VALUES ($1, $1)),
              w AS (INSERT INTO workspace (organization_id, name) VALUES ($1, 'others') RETURNING workspace_id)
         INSERT INTO dns_zone (workspace_id, zone_id, name, description, deletion_protection, proof_token)
         SELECT workspace_id, $2, $3, '', false, 'token-of-others' FROM w`,
        [organization_id, zone_id, name],
      );
      return { zone_id, organization_id };
    },
    async statusOf(zone_id: string): Promise<string | undefined> {
      return (await query<{ status: string }>("SELECT status FROM dns_zone WHERE zone_id = $1", [zone_id]))[0]?.status;
    },
  });
  return dns;
}
