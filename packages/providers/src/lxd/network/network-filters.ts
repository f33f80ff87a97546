import { isDeepStrictEqual } from "node:util";
import { pathOf } from "../client/lxd-client.ts";
import type { LxdSite } from "../lxd-site.ts";
import { markedId } from "../marks.ts";
import { lxdName } from "../names.ts";
import { instanceProfiles, networksOf } from "./instance-profile.ts";
import { isolationAclOf, siteAclOf } from "./isolation.ts";
import { LxdNetwork } from "./network-answers.ts";

const KEY = "security.acls";

/**
 * Puts on each of these networks the ACLs of all instances that have a NIC in it. Looks again after it has written: an instance that
 * came meanwhile is seen by one of the two that write.
 */
export async function putFilters(site: LxdSite, networks: readonly string[], signal: AbortSignal): Promise<void> {
  let written: unknown;
  for (;;) {
    const profiles = await instanceProfiles(site, signal);
    const wanted = networks.map((network) =>
      profiles
        .filter((profile) => networksOf(profile).includes(network))
        .map(({ vmId }) => lxdName(vmId))
        .toSorted((a, b) => (a < b ? -1 : 1)),
    );
    if (isDeepStrictEqual(wanted, written)) return;
    for (const [index, name] of networks.entries()) await putOn(site, name, wanted[index] ?? [], signal);
    written = wanted;
  }
}

async function putOn(site: LxdSite, name: string, acls: readonly string[], signal: AbortSignal): Promise<void> {
  const network = await site.client.find(pathOf("networks", name), LxdNetwork, signal);
  // A subnet that is gone took its filters along.
  if (network === undefined) return;
  const base = markedId(site, "subnet", network.config) === undefined ? siteAclOf(site) : isolationAclOf(network.config["user.fulmar.vpc"] ?? "");
  const text = [base, ...acls].join(",");
  if (network.config[KEY] === text) return;
  const closed = { "security.acls.default.ingress.action": "drop", "security.acls.default.egress.action": "reject" };
  await site.client.change("PATCH", pathOf("networks", name), { config: { ...closed, [KEY]: text } }, signal);
}
