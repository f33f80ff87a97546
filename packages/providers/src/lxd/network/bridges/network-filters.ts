import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { pathOf } from "../../client/lxd-client.ts";
import { labeledId } from "../../labels.ts";
import type { LxdSite } from "../../lxd-site.ts";
import { type AclRules, putAcl } from "../filters.ts";
import { networksOf, presentProfiles } from "../instance-profile.ts";
import { AclRule, LxdNetwork, type LxdProfile } from "../network-answers.ts";
import { isolationAclOf, siteAclOf } from "./isolation.ts";
import { metadataTarget, withoutServer } from "./metadata-way.ts";

const KEY = "security.acls";

/** The ACL that a network applies to all its instances. */
export function networkAclOf(network: string): string {
  return `${network}-instances`;
}

/** The profile's key for the filter rules of its instance. */
const FILTER = "user.fulmar.filter";

export function filterRecord(rules: AclRules): Record<string, string> {
  return { [FILTER]: JSON.stringify(rules) };
}

/**
 * Makes each of these networks filter by the rules of all instances that have a NIC in it. The rules share one ACL:
 * changing it only updates the packet filter, whereas a changed list of ACLs makes the server set up the whole network
 * again, which takes a second. Reads the profiles again after writing, so that concurrently added instances are covered
 * by one of the two writers.
 */
export async function putFilters(site: LxdSite, networks: readonly string[], signal: AbortSignal): Promise<void> {
  let written: unknown;
  for (;;) {
    const profiles = await presentProfiles(site, signal);
    const metadata = await metadataTarget(site, signal);
    const wanted = networks.map((network) => {
      const rules = together(profiles.filter((profile) => networksOf(profile).includes(network)).map(rulesOf));
      if (metadata === null) return rules;
      return { ...rules, egress: rules.egress.flatMap((rule) => withoutServer(rule, metadata)) };
    });
    if (isDeepStrictEqual(wanted, written)) return;
    for (const [index, name] of networks.entries()) await putOn(site, name, wanted[index] ?? NONE, signal);
    written = wanted;
  }
}

const NONE: AclRules = { ingress: [], egress: [] };
const Rules = z.object({ ingress: z.array(AclRule), egress: z.array(AclRule) });

function rulesOf({ config }: Pick<LxdProfile, "config">): AclRules {
  const filter = config[FILTER];
  return filter === undefined ? NONE : Rules.parse(JSON.parse(filter));
}

/** Merges the rules without duplicates, which the server refuses. All rules allow, so their order does not matter. */
function together(acls: readonly AclRules[]): AclRules {
  return { ingress: once(acls.flatMap(({ ingress }) => ingress)), egress: once(acls.flatMap(({ egress }) => egress)) };
}

function once<Rule extends object>(rules: readonly Rule[]): Rule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

async function putOn(site: LxdSite, name: string, rules: AclRules, signal: AbortSignal): Promise<void> {
  const network = await site.client.find(pathOf("networks", name), LxdNetwork, signal);
  // A removed subnet has no filters left.
  if (network === undefined) return;
  await putAcl(site, networkAclOf(name), name, rules, signal);
  const base =
    labeledId(site, "subnet", network.config) === undefined
      ? siteAclOf(site)
      : isolationAclOf(network.config["user.fulmar.vpc"] ?? "");
  const text = `${base},${networkAclOf(name)}`;
  if (network.config[KEY] === text) return;
  const closed = { "security.acls.default.ingress.action": "drop", "security.acls.default.egress.action": "reject" };
  await site.client.change("PATCH", pathOf("networks", name), { config: { ...closed, [KEY]: text } }, signal);
}
