import { SiteOwnership } from "../../ports/inventory-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { jsonOf, parseAnswer } from "../client/lxd-answer.ts";
import { pathOf } from "../client/lxd-client.ts";
import { labeledId, labelsOf, lxdName } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { LxdProfile } from "../network/network-answers.ts";

const OWNERSHIP = "user.fulmar.mark";

export async function readOwnership(site: LxdSite, signal: AbortSignal): Promise<SiteOwnership | null> {
  const text = (await findOwnershipProfile(site, signal))?.config[OWNERSHIP];
  return text === undefined ? null : parseAnswer(SiteOwnership, jsonOf(text));
}

export async function writeOwnership(
  site: LxdSite,
  { installationId, epoch, token }: SiteOwnership,
  signal: AbortSignal,
): Promise<void> {
  const config = {
    ...labelsOf(site, "site", site.siteId),
    [OWNERSHIP]: JSON.stringify({ installationId, epoch, token }),
  };
  const profile = { description: "Which installation of Fulmar drives this site", config, devices: {} };
  const present = await findOwnershipProfile(site, signal);
  if (present === undefined)
    await site.client.change("POST", "/profiles", { name: ownershipProfileOf(site), ...profile }, signal);
  else await site.client.change("PUT", pathOf("profiles", present.name), profile, signal);
}

/** The server has no object for a site, so an unused profile without devices stores the ownership record. */
function ownershipProfileOf({ siteId }: LxdSite): string {
  return `fulmar-${lxdName(siteId)}`;
}

/** @throws ProviderError `name_in_use` when a profile that is not ours has the name */
async function findOwnershipProfile(site: LxdSite, signal: AbortSignal): Promise<LxdProfile | undefined> {
  const profile = await site.client.find(pathOf("profiles", ownershipProfileOf(site)), LxdProfile, signal);
  if (profile === undefined || labeledId(site, "site", profile.config) === site.siteId) return profile;
  throw new ProviderError(
    "name_in_use",
    "The site has another object under the name of its ownership record; its operator has to remove that object.",
    { retryable: false },
  );
}
