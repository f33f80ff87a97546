import { pathOf } from "../../client/path-of.ts";
import type { LxdSite } from "../../lxd-site.ts";
import { findSubnetNetwork } from "../subnet-networks.ts";

/** @param address null: what leaves the subnet is not translated, and so finds no way back from outside */
export async function setTranslation(
  site: LxdSite,
  subnetId: string,
  address: string | null,
  signal: AbortSignal,
): Promise<void> {
  const bridge = await findSubnetNetwork(site, subnetId, signal);
  if (bridge === undefined) return;
  const config = { "ipv4.nat": String(address !== null), "ipv4.nat.address": address ?? "" };
  if (
    bridge.config["ipv4.nat"] === config["ipv4.nat"] &&
    (bridge.config["ipv4.nat.address"] ?? "") === config["ipv4.nat.address"]
  )
    return;
  await site.client.change("PATCH", pathOf("networks", bridge.name), { config }, signal);
}
