import type { MetadataListener, MetadataPort } from "../../ports/metadata-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { pathOf } from "../client/lxd-client.ts";
import type { LxdSite } from "../lxd-site.ts";
import {
  METADATA_ADDRESS,
  type MetadataTarget,
  ownerOfWay,
  shareWay,
  stopSharing,
} from "../network/bridges/metadata-way.ts";
import { putFilters } from "../network/bridges/network-filters.ts";
import { fabricOf } from "../network/fabric-of.ts";
import { putForward, removeForward } from "../network/forwards.ts";
import { LxdNetwork } from "../network/network-answers.ts";
import { oneAtATime } from "../network/one-at-a-time.ts";
import { managedNetworks, subnetNetworks } from "../network/subnet-networks.ts";
import { Machines } from "./machines.ts";

/**
 * Machines on bridges reach a metadata server on their host by a forward of the site's own network, which the server
 * puts before routing for packets of all bridges: 169.254.169.254:80 becomes a port of that bridge's own address. The
 * filters let this port pass, and go on dropping link-local addresses. So without the forward nothing is sent there.
 */
export function lxdMetadata(site: LxdSite): MetadataPort {
  const machines = new Machines(site);
  return {
    open: (port, signal, beside = []) => oneAtATime(site, signal, () => open(site, port, beside, signal)),
    close: (signal) => oneAtATime(site, signal, () => close(site, signal)),
    machineAt: (address, signal) => machines.at(address, signal),
  };
}

async function open(
  site: LxdSite,
  port: number,
  beside: readonly string[],
  signal: AbortSignal,
): Promise<MetadataListener> {
  if (site.uplink !== undefined) {
    throw new ProviderError(
      "unsupported_by_site",
      "This site's networks are OVN networks, whose machines reach no metadata server yet; unset FULMAR_METADATA_SITE.",
      { retryable: false },
    );
  }
  const home = await site.client.get(pathOf("networks", site.network), LxdNetwork, signal);
  const host = home.config["ipv4.address"]?.split("/")[0];
  if (host === undefined) throw new Error(`the network ${site.network} has no IPv4 address`);
  const listened = { protocol: "tcp", listen_port: "80", target_address: host, target_port: String(port) } as const;
  const way = { network: site.network, address: METADATA_ADDRESS, target: null, ports: [listened] };
  const led = await putForward(site, ownerOfWay(site), way, signal).then(
    () => null,
    (error) => sharedOr(error, site, beside, signal),
  );
  if (led === null) await stopSharing(site, signal);
  await refilter(site, signal);
  return { host: led?.address ?? host, names: [METADATA_ADDRESS] };
}

async function close(site: LxdSite, signal: AbortSignal): Promise<void> {
  const way = { network: site.network, address: METADATA_ADDRESS };
  await removeForward(site, ownerOfWay(site), way, signal);
  await stopSharing(site, signal);
  if (site.uplink === undefined) await refilter(site, signal);
}

/** The server has one way for all its networks: where another site has it, this one shares it. */
async function sharedOr(
  error: unknown,
  site: LxdSite,
  beside: readonly string[],
  signal: AbortSignal,
): Promise<MetadataTarget> {
  if (!(error instanceof ProviderError && error.code === "address_not_free")) throw error;
  const shared = await shareWay(site, beside, signal);
  if (shared !== null) return shared;
  throw new ProviderError(
    "address_not_free",
    `Another network of this server has a forward of ${METADATA_ADDRESS}, mostly that of another site. Name both sites ` +
      "in FULMAR_METADATA_SITE of one worker, or remove that forward first (docs/lxd.md).",
    { retryable: true, cause: error },
  );
}

/** Filters follow the forward. */
async function refilter(site: LxdSite, signal: AbortSignal): Promise<void> {
  await fabricOf(site).protectHost(signal);
  const bridges = subnetNetworks(site, await managedNetworks(site, signal)).map(({ name }) => name);
  await putFilters(site, [site.network, ...bridges], signal);
}
