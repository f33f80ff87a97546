import { z } from "zod";
import type { LxdSite } from "./lxd-site.ts";

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
