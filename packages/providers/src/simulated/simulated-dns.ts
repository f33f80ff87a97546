import { type Sql, statement } from "@fulmar/prisma";
import { dnskeyOf } from "../dns/signing-key.ts";
import type { DomainResolver } from "../ports/cdn-ports.ts";
import type { DnsPort, DnsProvider, DnsRegistry, ServedZone } from "../ports/dns-port.ts";
import { beginStep } from "./begin-step.ts";
import { withSimulatedZone } from "./simulated-cdn.ts";
import { openWorld, type World } from "./world.ts";

const apply = statement(
  "simulated_dns_apply",
  `INSERT INTO simulated.dns_zone (name, zone_id, record_sets, dnskey)
   VALUES ($name, $zone_id, $record_sets::jsonb, $dnskey)
       ON CONFLICT (name) DO UPDATE SET zone_id = excluded.zone_id, record_sets = excluded.record_sets,
                                        dnskey = excluded.dnskey`,
);

const remove = statement(
  "simulated_dns_remove",
  "DELETE FROM simulated.dns_zone WHERE name = $name AND zone_id = $zone_id",
);

const list = statement("simulated_dns_list", "SELECT zone_id FROM simulated.dns_zone");

const delegated = statement(
  "simulated_dns_delegated",
  "SELECT value FROM simulated.dns_record WHERE name = $name AND type = $type ORDER BY value",
);

/**
 * Name servers without servers, for development and tests. Names below `.test`, which do not exist in real DNS (RFC
 * 6761), are delegated by rows of the simulated world; all others are looked up in real DNS.
 */
export function simulatedDns(sql: Sql, resolver: DomainResolver, registry: DnsRegistry): DnsProvider {
  const world = openWorld(sql, "dns");
  return {
    beginStep,
    servers: simulatedServers(world),
    resolver: withSimulatedZone(world, resolver),
    registry: simulatedRegistry(world, registry),
  };
}

/** Name servers that answer nobody and only store zones, with the public key of those that others would sign. */
function simulatedServers(world: World): DnsPort {
  return {
    async apply({ zoneId, name, recordSets, signingKey }: ServedZone, signal) {
      const dnskey = signingKey === null ? null : dnskeyOf(signingKey.publicKey);
      const values = { zone_id: zoneId, name, record_sets: JSON.stringify(recordSets), dnskey };
      await world.query(signal, apply, values);
    },
    async remove({ zoneId, name }, signal) {
      await world.query(signal, remove, { zone_id: zoneId, name });
    },
    async list(signal) {
      return new Set((await world.query(signal, list)).map(({ zone_id }) => zone_id));
    },
  };
}

function simulatedRegistry(world: World, registry: DnsRegistry): DnsRegistry {
  const records = async (name: string, type: "NS" | "DS", signal: AbortSignal) =>
    (await world.query(signal, delegated, { name, type })).map(({ value }) => value);
  const isSimulated = (domain: string) => domain.endsWith(".test");
  return {
    nameServersOf: async (domain, signal) =>
      isSimulated(domain) ? records(domain, "NS", signal) : registry.nameServersOf(domain, signal),
    signersOf: async (domain, signal) =>
      isSimulated(domain) ? records(domain, "DS", signal) : registry.signersOf(domain, signal),
  };
}
