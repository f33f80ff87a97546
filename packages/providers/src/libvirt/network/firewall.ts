import { isDeepStrictEqual } from "node:util";
import { parseCidr } from "@fulmar/contract";
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
 * @throws ProviderError `firewall_too_complex`, not retryable
 */
export function aclsOf(group: string, firewall: readonly FilterRule[] | null, neighbours: string | null): Acl[] {
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
  const [out, into] = [`inport == @${group} && ip4`, `outport == @${group} && ip4`];
  return [
    ...apart,
    { direction: "from-lport", priority: PRIORITY.dhcp, match: `${out} && ${ASKS_FOR_ADDRESS}`, action: "allow" },
    ...firewall.flatMap((rule, index) => {
      const match = matchOf(rule, group);
      if (match === undefined) return [];
      const direction = rule.direction === "egress" ? ("from-lport" as const) : ("to-lport" as const);
      const action = rule.action === "allow" ? ("allow-related" as const) : ("drop" as const);
      return [{ direction, priority: PRIORITY.first - index, match, action }];
    }),
    { direction: "from-lport", priority: PRIORITY.rest, match: out, action: "drop" },
    { direction: "to-lport", priority: PRIORITY.rest, match: into, action: "drop" },
  ];
}

const ASKS_FOR_ADDRESS = "udp.src == 68 && udp.dst == 67";
const PROTOCOL = { tcp: " && tcp", udp: " && udp", icmp: " && icmp4", any: "" } as const;

/** Undefined for a rule that nothing matches, since it names no network. */
function matchOf({ direction, protocol, ports, icmp, ...of }: FilterRule, group: string): string | undefined {
  const [port, far] = direction === "egress" ? ["inport", "ip4.dst"] : ["outport", "ip4.src"];
  const remote = remoteOf(of, far);
  if (remote === undefined) return undefined;
  const range = ports === null ? "" : ` && ${protocol}.dst >= ${ports.first} && ${protocol}.dst <= ${ports.last}`;
  return `${port} == @${group} && ip4${remote}${PROTOCOL[protocol]}${range}${icmpOf(icmp)}`;
}

function remoteOf({ remotes, set }: Pick<FilterRule, "remotes" | "set">, far: string): string | undefined {
  if (set !== null) return ` && ${far} == $${set}`;
  // OVN ignores a rule that it cannot read, so that it is given nothing else.
  const networks = remotes.filter((remote) => parseCidr(remote) !== undefined);
  if (networks.length === 0) return undefined;
  return networks.includes("0.0.0.0/0") ? "" : ` && ${far} == {${networks.join(", ")}}`;
}

function icmpOf(icmp: FilterRule["icmp"]): string {
  if (icmp === null) return "";
  return ` && icmp4.type == ${icmp.type}${icmp.code === null ? "" : ` && icmp4.code == ${icmp.code}`}`;
}

/** Whether two sets of rules are the same, in any order. */
export function areSame(one: readonly Acl[], other: readonly Acl[]): boolean {
  const written = (acls: readonly Acl[]) =>
    acls
      .map(({ direction, priority, match, action }) => JSON.stringify([direction, priority, match, action]))
      .toSorted();
  return isDeepStrictEqual(written(one), written(other));
}
