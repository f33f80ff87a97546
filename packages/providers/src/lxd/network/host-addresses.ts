import { formatIpv4, parseIpv4 } from "@fulmar/contract";
import { z } from "zod";
import { pathOf } from "../client/lxd-client.ts";
import type { LxdSite } from "../lxd-site.ts";

const State = z.object({
  addresses: z.array(z.object({ family: z.string(), address: z.string(), netmask: z.string() })).nullable(),
});

/** A restricted project is shown the networks that the server manages, and not the other interfaces of the host. */
const DEFAULT = { project: "default" };

/**
 * The IPv4 addresses at which the host itself answers, as networks: those of all its interfaces, with their broadcast
 * addresses. The server lists every interface, except the ends of virtual cables.
 */
export async function hostAddresses({ client }: LxdSite, signal: AbortSignal): Promise<string[]> {
  const named = z.object({ name: z.string() }).array();
  const networks = await client.get("/networks", named, signal, { recursion: 1, ...DEFAULT });
  const states = await Promise.all(
    networks.map(({ name }) => client.find(pathOf("networks", name, "state"), State, signal, DEFAULT)),
  );
  const all = states.flatMap((state) => state?.addresses ?? []).flatMap(ownNetworks);
  return [...new Set(all)].toSorted((a, b) => (a < b ? -1 : 1));
}

function ownNetworks({ family, address, netmask }: { family: string; address: string; netmask: string }): string[] {
  const own = family === "inet" ? parseIpv4(address) : undefined;
  if (own === undefined) return [];
  const size = 2 ** (32 - Number(netmask));
  return [own, own - (own % size) + size - 1].map((host) => `${formatIpv4(host)}/32`);
}
