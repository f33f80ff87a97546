import { networkInterfaces } from "node:os";
import type { BalancerTarget, EdgeDocument } from "@fulmar/edge-protocol";
import { type ApplyFailure, type Engine, inTurns, type Wanted } from "./engine.ts";

type Document = EdgeDocument<"load_balancer">;
type Documents = Wanted<"load_balancer">["documents"];

/** The IP addresses of this host, by network device. */
export type HostAddresses = ReadonlyMap<string, readonly string[]>;

const NO_WAY_IN =
  "The edges of this site do not reach into VPCs; create the load balancer without a VPC, and name VMs that are in none.";
const NOT_HERE =
  "A target's subnet is not on the edge's host; the site's operator has to run the edge on the site's host.";
const OWN_ADDRESS = "The address of a target is the edge's host itself; name a VM.";

const APPLY_MS = 20_000;

/**
 * An engine of a host with public addresses. It reaches into a VPC only where this host has the subnet's network
 * device, as the host of an LXD site with bridges does. Elsewhere an address of a VPC means another machine of the
 * host's own network. Such targets are taken out, as are the host's own addresses, and the load balancer is reported
 * as failed.
 * @param addressesNow reads the host's addresses, which change while the agent runs
 */
export function intoVpcs(
  engine: Engine<"load_balancer">,
  addressesNow: () => HostAddresses = addressesOfThisHost,
): Engine<"load_balancer"> {
  let wanted: Documents = new Map();
  /** The targets that were taken out of each document. */
  let taken: ReadonlyMap<string, string> = new Map();
  const inTurn = inTurns();
  const reach = () => {
    const host = addressesNow();
    const reached = new Map([...wanted].map(([id, document]) => [id, reachedBy(host, document)]));
    const now = new Map([...reached].map(([id, { problems }]) => [id, JSON.stringify([...problems.keys()])]));
    const moved = [...now.keys()].filter((id) => taken.has(id) && taken.get(id) !== now.get(id));
    return { reached, now, moved, documents: new Map([...reached].map(([id, { document }]) => [id, document])) };
  };
  return {
    ...{ kinds: engine.kinds, server: engine.server },
    apply: ({ documents: given, changed }, signal) =>
      inTurn(async () => {
        wanted = given;
        const { reached, now, moved, documents } = reach();
        const failures = await engine.apply({ documents, changed: changed && new Set([...changed, ...moved]) }, signal);
        taken = now;
        return [...[...reached.values()].flatMap(failureOf), ...failures];
      }),
    async health() {
      // A subnet has left the host, or has come: the engine is told, and the next application reports it.
      if (reach().moved.length > 0)
        await inTurn(async () => {
          const { now, moved, documents } = reach();
          await engine.apply({ documents, changed: new Set(moved) }, AbortSignal.timeout(APPLY_MS));
          taken = now;
        });
      return engine.health();
    },
    usage: () => engine.usage(),
    certificates: () => engine.certificates(),
    close: () => engine.close(),
  };
}

interface Reached {
  readonly document: Document;
  /** Why targets were taken out, by their ids. */
  readonly problems: ReadonlyMap<string, string>;
}

function reachedBy(host: HostAddresses, document: Document): Reached {
  const { body } = document;
  const problems = new Map<string, string>();
  const pools = body.pools.map((pool) => ({
    ...pool,
    targets: pool.targets.map((target) => {
      const problem = problemOf(host, target, body.subnetId !== null);
      if (problem === undefined) return target;
      problems.set(target.targetId, problem);
      return { ...target, address: null };
    }),
  }));
  return { document: { ...document, body: { ...body, pools } }, problems };
}

function problemOf(host: HostAddresses, { address, subnet }: BalancerTarget, isInVpc: boolean): string | undefined {
  if (address === null) return undefined;
  if ([...host.values()].some((own) => own.includes(address))) return OWN_ADDRESS;
  // Documents of earlier releases do not say which of a VPC's subnets an address is in.
  if (subnet === undefined) return isInVpc ? NO_WAY_IN : undefined;
  if (subnet === null) return undefined;
  if (subnet.device === null) return NO_WAY_IN;
  return host.get(subnet.device)?.includes(subnet.gateway) ? undefined : NOT_HERE;
}

function failureOf({ document: { kind, id, revision }, problems }: Reached): ApplyFailure[] {
  return [...new Set(problems.values())].slice(0, 1).map((message) => ({ kind, id, revision, message }));
}

function addressesOfThisHost(): HostAddresses {
  return new Map(
    Object.entries(networkInterfaces()).map(([device, all]) => [device, (all ?? []).map(({ address }) => address)]),
  );
}
