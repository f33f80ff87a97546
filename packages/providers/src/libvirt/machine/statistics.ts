import { procedures } from "@fulmar/libvirt-rpc";
import { askHosts } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import type { Machine } from "./machine.ts";
import { ownMachines } from "./machines.ts";

/** virDomainStatsTypes */
export const STATISTICS = { processor: 2, balloon: 4, cards: 16, disks: 32 } as const;

/** Values by names such as `net.0.rx.bytes`. */
export type Values = ReadonlyMap<string, bigint | number | string>;

/** What libvirt counts of the site's machines, by one call to each host. A machine that is off has few or no values. */
export async function statisticsOf(
  site: LibvirtSite,
  kinds: number,
  signal: AbortSignal,
): Promise<{ readonly machine: Machine; readonly values: Values }[]> {
  const asked = { domains: [], stats: kinds, flags: 0 };
  const { told } = await askHosts(
    site.hosts,
    async ({ client }) => {
      const { statistics } = await client.call(procedures.getAllDomainStats, asked, signal);
      return new Map(statistics.map(({ domain, parameters }) => [domain.name, parameters]));
    },
    signal,
  );
  const ofHost = new Map(told.map(({ host, answer }) => [host, answer]));
  return (await ownMachines(site, signal)).map((machine) => {
    const parameters = ofHost.get(machine.host)?.get(machine.domain.name) ?? [];
    return { machine, values: new Map(parameters.map(({ name, typed }) => [name, typed.value])) };
  });
}

/** The sum of all values whose names match. */
export function sumOf(values: Values, names: RegExp): bigint {
  return Array.from(values).reduce((total, [name, value]) => (names.test(name) ? total + BigInt(value) : total), 0n);
}
