import { isDeepStrictEqual } from "node:util";
import { ANYWHERE, isIpv6Network, parseCidr, parseIpv4 } from "@fulmar/contract";
import type { FilterRule } from "../../ports/network-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { nameOf, uuidFor } from "./rows.ts";

/** A rule of OVN (ovn-nb(5), ACL). The one with the highest priority decides. */
export interface Acl {
  readonly direction: "from-lport" | "to-lport";
  readonly priority: number;
  readonly match: string;
  readonly action: "allow" | "allow-related" | "drop";
}

/** OVN's priorities are 0 to 32767. */
const PRIORITY = { neighbours: 32_767, dhcp: 32_766, first: 32_000, rest: 0 } as const;

/** What rules of a family of addresses are made of. */
export interface Family {
  readonly ip: "ip4" | "ip6";
  readonly icmp: "icmp4" | "icmp6";
  /** Everywhere in this family. */
  readonly everywhere: string;
  readonly isNetwork: (text: string) => boolean;
  readonly isAddress: (text: string) => boolean;
  /** What the names of address sets end in: a set of OVN has addresses of one family. */
  readonly ofSets: "" | "_ip6";
  /** What a machine sends to get its address and to find its neighbours, and what it is told of them. */
  readonly asks: string;
  readonly hears: string | null;
}

export const IPV4: Family = {
  ip: "ip4",
  icmp: "icmp4",
  everywhere: ANYWHERE,
  isNetwork: (text) => parseCidr(text) !== undefined,
  isAddress: (text) => parseIpv4(text) !== undefined,
  ofSets: "",
  asks: "udp.src == 68 && udp.dst == 67",
  hears: null,
};
/** RFC 8415 (DHCPv6) and RFC 4861 (neighbours and routers), of which OVN lets pass what a port may say itself. */
const IPV6: Family = {
  ip: "ip6",
  icmp: "icmp6",
  everywhere: "::/0",
  isNetwork: isIpv6Network,
  isAddress: isIpv6Network,
  ofSets: "_ip6",
  asks: "(udp.src == 546 && udp.dst == 547 || nd || nd_rs)",
  hears: "(nd || nd_ra)",
};
export const FAMILIES: readonly Family[] = [IPV4, IPV6];

/** The name of an address set in the database, by which rules have its addresses (ovn-nb(5), `$set`). */
export function setNameOf({ siteId }: Pick<LibvirtSite, "siteId">, id: string): string {
  return nameOf(uuidFor("address_set", siteId, id));
}

/**
 * The rules of a machine's port group: each of a policy takes the next priority, so that the first match decides, and
 * answers to what was allowed pass.
 * @param group the port group's name
 * @param firewall with sets by their names in the database; null for a machine that is not filtered
 * @param neighbours a network from which nothing may come in, whatever the policy says; null for none
 * @param families those in which the machine has addresses
 * @throws ProviderError `firewall_too_complex`, not retryable
 */
export function aclsOf(
  group: string,
  firewall: readonly FilterRule[] | null,
  neighbours: string | null,
  families: readonly Family[],
): Acl[] {
  const apart: Acl[] =
    neighbours === null
      ? []
      : [
          {
            direction: "to-lport",
            priority: PRIORITY.neighbours,
            match: `outport == @${group} && ip4.src == ${neighbours}`,
            action: "drop",
          },
        ];
  if (firewall === null) return apart;
  if (firewall.length >= PRIORITY.first) {
    throw new ProviderError("firewall_too_complex", "The firewall has too many rules for this site; use fewer.", {
      retryable: false,
    });
  }
  return [...apart, ...families.flatMap((family) => aclsIn(family, group, firewall))];
}

function aclsIn(family: Family, group: string, firewall: readonly FilterRule[]): Acl[] {
  const [out, into] = [`inport == @${group} && ${family.ip}`, `outport == @${group} && ${family.ip}`];
  const hears: Acl[] =
    family.hears === null
      ? []
      : [{ direction: "to-lport", priority: PRIORITY.dhcp, match: `${into} && ${family.hears}`, action: "allow" }];
  return [
    { direction: "from-lport", priority: PRIORITY.dhcp, match: `${out} && ${family.asks}`, action: "allow" },
    ...hears,
    ...firewall.flatMap((rule, index) => {
      const match = matchOf(family, rule, group);
      if (match === undefined) return [];
      const direction = rule.direction === "egress" ? ("from-lport" as const) : ("to-lport" as const);
      const action = rule.action === "allow" ? ("allow-related" as const) : ("drop" as const);
      return [{ direction, priority: PRIORITY.first - index, match, action }];
    }),
    { direction: "from-lport", priority: PRIORITY.rest, match: out, action: "drop" },
    { direction: "to-lport", priority: PRIORITY.rest, match: into, action: "drop" },
  ];
}

/** Undefined for a rule that nothing matches, since it names no network of the family. */
function matchOf(family: Family, rule: FilterRule, group: string): string | undefined {
  const { direction, protocol, ports, icmp } = rule;
  const [port, far] = direction === "egress" ? ["inport", `${family.ip}.dst`] : ["outport", `${family.ip}.src`];
  const remote = remoteOf(family, rule, far);
  if (remote === undefined) return undefined;
  const name = protocol === "icmp" ? family.icmp : protocol;
  const range = ports === null ? "" : ` && ${protocol}.dst >= ${ports.first} && ${protocol}.dst <= ${ports.last}`;
  const type = icmp === null ? "" : ` && ${name}.type == ${icmp.type}`;
  const code = icmp === null || icmp.code === null ? "" : ` && ${name}.code == ${icmp.code}`;
  const traffic = `${name === "any" ? "" : ` && ${name}`}${range}${type}${code}`;
  return `${port} == @${group} && ${family.ip}${remote}${traffic}`;
}

function remoteOf(family: Family, { remotes, set }: FilterRule, far: string): string | undefined {
  if (set !== null) return ` && ${far} == $${set}${family.ofSets}`;
  if (remotes.includes(ANYWHERE) || remotes.includes(family.everywhere)) return "";
  // OVN ignores a rule that it cannot read, so that it is given nothing else.
  const networks = remotes.filter(family.isNetwork);
  return networks.length === 0 ? undefined : ` && ${far} == {${networks.join(", ")}}`;
}

/** Whether two sets of rules are the same, in any order. */
export function areSame(one: readonly Acl[], other: readonly Acl[]): boolean {
  const written = (acls: readonly Acl[]) =>
    acls
      .map(({ direction, priority, match, action }) => JSON.stringify([direction, priority, match, action]))
      .toSorted();
  return isDeepStrictEqual(written(one), written(other));
}
