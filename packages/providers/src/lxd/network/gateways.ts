import { z } from "zod";
import type { GatewayConfiguration } from "../../ports/network-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { pathOf } from "../client/lxd-client.ts";
import { labeledId, labelsOf, lxdName, madeBefore, madeNow, RECORD, recordText } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { fabricOf } from "./fabric-of.ts";
import { putForward, removeForward } from "./forwards.ts";
import { type LxdNetwork, LxdProfile } from "./network-answers.ts";
import { holds } from "./network-ranges.ts";
import { networkNameOf, requireSubnetNetwork, revisionOf } from "./subnet-networks.ts";

/** The stored state of a gateway, from which removals are derived. */
const Kept = z.object({ subnetIds: z.array(z.string()), address: z.string().nullable() });
type Kept = z.infer<typeof Kept>;
const KEPT = "user.fulmar.gateway";

/**
 * Applies address translation on the networks of a gateway's subnets. The server has no object for a gateway, so an
 * unused profile without devices stores its state.
 */
export async function applyGateway(
  site: LxdSite,
  natGatewayId: string,
  wanted: GatewayConfiguration,
  signal: AbortSignal,
): Promise<void> {
  const fabric = fabricOf(site);
  const before = await site.client.find(pathOf("profiles", lxdName(natGatewayId)), LxdProfile, signal);
  if (before !== undefined && revisionOf(before.config) > wanted.revision) return;
  const networks = await Promise.all(wanted.subnetIds.map((subnetId) => requireSubnetNetwork(site, subnetId, signal)));
  const address = wanted.publicAddress?.address ?? null;
  const kept = keptOf(before);
  const left = kept.subnetIds.filter((subnetId) => !wanted.subnetIds.includes(subnetId));
  // Stores the union of the old and the new state until all is done, so that a repetition cleans up both.
  await keep(
    site,
    natGatewayId,
    before,
    wanted,
    { subnetIds: [...left, ...wanted.subnetIds], address: kept.address ?? address },
    signal,
  );
  await fabric.translate(left, null, signal);
  if (kept.address !== null) {
    const stays = address === kept.address ? wanted.subnetIds : [];
    for (const subnetId of kept.subnetIds) {
      if (!stays.includes(subnetId))
        await removeForward(site, natGatewayId, { network: networkNameOf(subnetId), address: kept.address }, signal);
    }
  }
  await fabric.translate(wanted.subnetIds, address, signal);
  if (address !== null) await putPorts(site, natGatewayId, address, networks, wanted.forwards, signal);
  const now = await site.client.find(pathOf("profiles", lxdName(natGatewayId)), LxdProfile, signal);
  await keep(site, natGatewayId, now, wanted, { subnetIds: [...wanted.subnetIds], address }, signal);
}

export async function removeGateway(site: LxdSite, natGatewayId: string, signal: AbortSignal): Promise<void> {
  const present = await site.client.find(pathOf("profiles", lxdName(natGatewayId)), LxdProfile, signal);
  const { subnetIds, address } = keptOf(present);
  await fabricOf(site).translate(subnetIds, null, signal);
  for (const subnetId of subnetIds) {
    if (address !== null)
      await removeForward(site, natGatewayId, { network: networkNameOf(subnetId), address }, signal);
  }
  await site.client.remove(pathOf("profiles", lxdName(natGatewayId)), signal);
}

/** A network's forwards lead into that network, and an address belongs to one network. */
async function putPorts(
  site: LxdSite,
  natGatewayId: string,
  address: string,
  networks: readonly LxdNetwork[],
  forwards: GatewayConfiguration["forwards"],
  signal: AbortSignal,
): Promise<void> {
  const used = networks.filter((network) => forwards.some((forward) => holds(network, forward.address)));
  if (used.length > 1) {
    throw new ProviderError(
      "forwards_in_several_subnets",
      "At this site, all port forwards of a gateway must lead into one subnet; use a gateway for each subnet.",
      {
        retryable: false,
      },
    );
  }
  for (const network of networks)
    if (network !== used[0]) await removeForward(site, natGatewayId, { network: network.name, address }, signal);
  const [network] = used;
  if (network === undefined) return;
  const ports = forwards.map((forward) => ({
    protocol: forward.protocol,
    listen_port: String(forward.publicPort),
    target_address: forward.address,
    target_port: String(forward.privatePort),
  }));
  await putForward(site, natGatewayId, { network: network.name, address, target: null, ports }, signal);
}

/** The stored state of a gateway; empty where there is none. */
export function keptOf(profile: LxdProfile | undefined): Kept {
  const text = profile?.config[KEPT];
  return text === undefined ? { subnetIds: [], address: null } : Kept.parse(JSON.parse(text));
}

async function keep(
  site: LxdSite,
  id: string,
  present: LxdProfile | undefined,
  { revision, record }: Pick<GatewayConfiguration, "revision" | "record">,
  kept: Kept,
  signal: AbortSignal,
): Promise<void> {
  const applied = {
    "user.fulmar.revision": String(revision),
    [RECORD]: recordText(record),
    ...madeNow(),
    ...madeBefore(present?.config),
  };
  const config = { ...labelsOf(site, "nat_gateway", id), ...applied, [KEPT]: JSON.stringify(kept) };
  if (present === undefined)
    await site.client.change("POST", "/profiles", { name: lxdName(id), description: "", config, devices: {} }, signal);
  else
    await site.client.change("PUT", pathOf("profiles", lxdName(id)), { description: "", config, devices: {} }, signal);
}

/** All gateways with their applied revisions. */
export async function gatewayProfiles(site: LxdSite, signal: AbortSignal): Promise<{ id: string; revision: number }[]> {
  const profiles = await site.client.get("/profiles", z.array(LxdProfile), signal, { recursion: 1 });
  return profiles.flatMap(({ config }) => {
    const id = labeledId(site, "nat_gateway", config);
    return id === undefined ? [] : [{ id, revision: revisionOf(config) }];
  });
}
