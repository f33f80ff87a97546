import { z } from "zod";
import { ProviderError } from "../ports/provider-error.ts";
import type { LxdClient } from "./client/lxd-client.ts";
import { unreachable } from "./client/lxd-refusal.ts";

/** The context that all ports of a site share. */
export interface LxdSite {
  readonly client: LxdClient;
  /** Every object that we create is labeled with it. Objects without the label are never touched. */
  readonly siteId: string;
  /** The storage pool of root disks and volumes. */
  readonly pool: string;
  /** The network of instances that are in no VPC. */
  readonly network: string;
  /** The uplink of OVN networks; without it, networks are bridges of one host. */
  readonly uplink?: string | undefined;
  readonly instanceType: "container" | "virtual-machine";
  /** Addresses outside VPCs that no instance may get; without it, there are none. */
  readonly heldAddresses?: () => Promise<ReadonlySet<string>>;
}

/** A cluster member as a request's target; without one, any member answers. */
export type Place = {
  readonly target?: string;
};

const Member = z.object({ server_name: z.string(), status: z.string(), architecture: z.string().optional() });

export type Member = z.infer<typeof Member>;

/** The members of a cluster, whether they are up or not. */
export function membersOf(client: LxdClient, signal: AbortSignal) {
  return client.get("/cluster/members", Member.array(), signal, { recursion: 1 });
}

/** The targets of a site: the members of a cluster that are up, or the single server. */
export async function targetsOf(client: LxdClient, signal: AbortSignal): Promise<Place[]> {
  if (!(await isCluster(client, signal))) return [{}];
  const members = await membersOf(client, signal);
  return members.filter(({ status }) => status === "Online").map(({ server_name: target }) => ({ target }));
}

/** How long a member may take to tell of itself. The cluster says only after some 20 seconds that one is down. */
const MEMBER_MS = 5_000;

/**
 * Asks something of a member that the cluster says is up. @returns undefined where it is silent or away
 * @throws ProviderError with what it refuses
 */
export async function unlessSilent<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  try {
    return await ask(AbortSignal.any([signal, AbortSignal.timeout(MEMBER_MS)]));
  } catch (error) {
    signal.throwIfAborted();
    const isSilent = error instanceof ProviderError ? error.retryable : (error as Error).name === "TimeoutError";
    if (isSilent) return undefined;
    throw error;
  }
}

/**
 * Asks all targets of a site at once, so that it takes no longer with more members. Those that are silent are left out.
 * @throws ProviderError where none answers
 */
export async function fromEach<Answer>(
  { client }: Pick<LxdSite, "client">,
  ask: (place: Place, signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer[]> {
  const targets = await targetsOf(client, signal);
  const [only] = targets;
  if (only !== undefined && targets.length === 1) return [await ask(only, signal)];
  const told = await Promise.all(targets.map((place) => unlessSilent((limited) => ask(place, limited), signal)));
  const answers = told.filter((answer) => answer !== undefined);
  if (answers.length === 0) throw unreachable(new Error("No member of the cluster answers."));
  return answers;
}

/**
 * The cluster member of an object. A server outside a cluster says `none`; an object on all members has no location.
 */
export function placeOf(location: string | undefined): Place {
  return location === undefined || location === "" || location === "none" ? {} : { target: location };
}

export async function isCluster(client: LxdClient, signal: AbortSignal): Promise<boolean> {
  const { enabled } = await client.get("/cluster", z.object({ enabled: z.boolean() }), signal);
  return enabled;
}

const Server = z.object({ api_extensions: z.array(z.string()) });

/** Whether the server has an API extension. */
export async function knows(
  { client }: Pick<LxdSite, "client">,
  extension: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { api_extensions: known } = await client.get("", Server, signal);
  return known.includes(extension);
}
