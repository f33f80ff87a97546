import type { MetadataMachine } from "../../ports/metadata-port.ts";
import type { LxdSite } from "../lxd-site.ts";
import { instanceProfiles } from "../network/instance-profile.ts";

/** How long the server's list of profiles is used. */
const KNOWN_MS = 1_000;

interface Known {
  readonly atMs: number;
  readonly machines: Promise<ReadonlyMap<string, MetadataMachine | null>>;
}

/**
 * The machines of a site by their addresses. An address counts only with the filters by which the bridge drops what a
 * machine sends from any other. The list is read for all requests of a second together, so that no guest makes the
 * server work by asking often.
 */
export class Machines {
  readonly #site: LxdSite;
  #known: Known | undefined;

  constructor(site: LxdSite) {
    this.#site = site;
  }

  /** Null for an address of no machine, or of two. @throws ProviderError */
  async at(address: string, signal: AbortSignal): Promise<MetadataMachine | null> {
    if (this.#known === undefined || performance.now() - this.#known.atMs > KNOWN_MS)
      this.#known = { atMs: performance.now(), machines: read(this.#site, signal) };
    const known = this.#known;
    try {
      return (await known.machines).get(address) ?? null;
    } catch (error) {
      if (this.#known === known) this.#known = undefined;
      throw error;
    }
  }
}

async function read(site: LxdSite, signal: AbortSignal): Promise<Map<string, MetadataMachine | null>> {
  const found = new Map<string, MetadataMachine | null>();
  for (const { vmId, devices } of await instanceProfiles(site, signal)) {
    const interfaces = Object.values(devices).flatMap(({ type, hwaddr, "ipv4.address": address, ...keys }) =>
      type === "nic" && hwaddr !== undefined && address !== undefined && isGuarded(keys)
        ? [{ mac: hwaddr, address }]
        : [],
    );
    for (const { address } of interfaces) found.set(address, found.has(address) ? null : { vmId, address, interfaces });
  }
  return found;
}

function isGuarded(keys: Readonly<Partial<Record<string, string>>>): boolean {
  return keys["security.ipv4_filtering"] === "true" && keys["security.mac_filtering"] === "true";
}
