import { SiteMark } from "../../ports/inventory-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { jsonOf, parseAnswer } from "../client/lxd-answer.ts";
import { pathOf } from "../client/lxd-client.ts";
import { labeledId, labelsOf, lxdName } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { LxdProfile } from "../network/network-answers.ts";

const MARK = "user.fulmar.mark";

export async function readMark(site: LxdSite, signal: AbortSignal): Promise<SiteMark | null> {
  const text = (await findMarkProfile(site, signal))?.config[MARK];
  return text === undefined ? null : parseAnswer(SiteMark, jsonOf(text));
}

export async function writeMark(
  site: LxdSite,
  { installationId, epoch, token }: SiteMark,
  signal: AbortSignal,
): Promise<void> {
  const config = { ...labelsOf(site, "site", site.siteId), [MARK]: JSON.stringify({ installationId, epoch, token }) };
  const profile = { description: "Which installation of Fulmar drives this site", config, devices: {} };
  const present = await findMarkProfile(site, signal);
  if (present === undefined)
    await site.client.change("POST", "/profiles", { name: markProfileOf(site), ...profile }, signal);
  else await site.client.change("PUT", pathOf("profiles", present.name), profile, signal);
}

/** The server has no object for a site, so an unused profile without devices stores the mark. */
function markProfileOf({ siteId }: LxdSite): string {
  return `fulmar-${lxdName(siteId)}`;
}

/** @throws ProviderError `name_in_use` when a profile that is not ours has the name */
async function findMarkProfile(site: LxdSite, signal: AbortSignal): Promise<LxdProfile | undefined> {
  const profile = await site.client.find(pathOf("profiles", markProfileOf(site)), LxdProfile, signal);
  if (profile === undefined || labeledId(site, "site", profile.config) === site.siteId) return profile;
  throw new ProviderError(
    "name_in_use",
    "The site has another object under the name of its mark; its operator has to remove that object.",
    { retryable: false },
  );
}
