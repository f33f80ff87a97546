import { z } from "zod";
import type { LxdClient } from "./client/lxd-client.ts";

/** What every port of one site works with. */
export interface LxdSite {
  readonly client: LxdClient;
  /** Everything that we make is labeled with it, and nothing without that label is touched. */
  readonly siteId: string;
  /** The storage pool of root disks and volumes. */
  readonly pool: string;
  /** The network of instances that are in no VPC. */
  readonly network: string;
  /** The network by which OVN networks lead out; where there is none, networks are bridges of one host. */
  readonly uplink?: string | undefined;
  readonly instanceType: "container" | "virtual-machine";
}

/** A member of a cluster, as requests name it; without a target, whichever answers. */
export type Place = {
  readonly target?: string;
};

const Member = z.object({ server_name: z.string(), status: z.string() });

/**
 * Asks the servers of a site one by one: of a cluster those that are there, by `target`; of a server in none, that one.
 */
export async function targetsOf(client: LxdClient, signal: AbortSignal): Promise<Place[]> {
  if (!(await isCluster(client, signal))) return [{}];
  const members = await client.get("/cluster/members", Member.array(), signal, { recursion: 1 });
  return members.filter(({ status }) => status === "Online").map(({ server_name: target }) => ({ target }));
}

/**
 * Where something is that has a member of its own; a server in no cluster says `none`, what is at all members says
 * nothing.
 */
export function placeOf(location: string | undefined): Place {
  return location === undefined || location === "" || location === "none" ? {} : { target: location };
}

export async function isCluster(client: LxdClient, signal: AbortSignal): Promise<boolean> {
  const { enabled } = await client.get("/cluster", z.object({ enabled: z.boolean() }), signal);
  return enabled;
}

const Server = z.object({ api_extensions: z.array(z.string()) });

/** Whether a server can do what was added to its API under this name. */
export async function knows(
  { client }: Pick<LxdSite, "client">,
  extension: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { api_extensions: known } = await client.get("", Server, signal);
  return known.includes(extension);
}
