import { z } from "zod";
import type { LxdClient } from "./client/lxd-client.ts";

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
