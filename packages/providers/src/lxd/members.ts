import { z } from "zod";
import type { LxdClient, Query } from "./client/lxd-client.ts";

const Member = z.object({ server_name: z.string(), status: z.string() });

/** Asks the servers of a site one by one: of a cluster those that are there, by `target`; of a server in none, that one. */
export async function targetsOf(client: LxdClient, signal: AbortSignal): Promise<Query[]> {
  if (!(await isCluster(client, signal))) return [{}];
  const members = await client.get("/cluster/members", Member.array(), signal, { recursion: 1 });
  return members.filter(({ status }) => status === "Online").map(({ server_name: target }) => ({ target }));
}

export async function isCluster(client: LxdClient, signal: AbortSignal): Promise<boolean> {
  const { enabled } = await client.get("/cluster", z.object({ enabled: z.boolean() }), signal);
  return enabled;
}
