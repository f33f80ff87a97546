// Connections to hosts that others have named: to public addresses alone.
import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "@fulmar/edge-protocol";
import { buildConnector } from "undici";

const DNS_TIMEOUT_MS = 2_000;

class PrivateTarget extends Error {
  override readonly name = "PrivateTarget";

  constructor(host: string) {
    super(`${host} is not reached: it has an address that is not public`);
  }
}

/**
 * A connector of undici that checks the address where the connection is made, so that a name that resolves to another
 * one later does not reach our network.
 */
export function publicConnector(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ lookup: publicLookup, timeout: timeoutMs });
  return (options, callback) => {
    // An address needs no lookup.
    if (isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname))
      callback(new PrivateTarget(options.hostname), null);
    else connect(options, callback);
  };
}

/**
 * Refuses a name with any address that is not public. The operating system's own lookup would take one of the process's
 * few threads until the name's servers answer.
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  addressesOf(hostname).then(
    (addresses) => {
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => !isPublicAddress(address)))
        return callback(new PrivateTarget(hostname), "");
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    },
    (error: Error) => callback(error, ""),
  );
};

/** @throws what DNS says, if there is no address */
async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  // Names of this machine are in no DNS (RFC 6761).
  if (/(^|\.)localhost\.?$/i.test(hostname)) throw new PrivateTarget(hostname);
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = results.flatMap((result, index) =>
    result.status === "fulfilled" ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  const [failed] = results;
  if (found.length === 0 && failed?.status === "rejected") throw failed.reason;
  return found;
}
