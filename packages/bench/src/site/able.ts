import { pathOf } from "@fulmar/providers";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { addSite } from "./add-site.ts";
import type { SiteInside, SiteServer } from "./server.ts";

/** What the machine cannot do that the site would stand on; nothing of it is ours to mend. */
export class Unable extends Error {}

/**
 * Makes the site, and one container on it by the server's own client: a kernel without what containers need, or a host
 * that lets nobody make bridges, says so here and not in the middle of the story.
 * @throws Unable with what the server said
 */
export async function siteOnAbleHost(
  product: Product,
  inside: SiteInside,
  server: SiteServer,
  project: string,
): Promise<Place> {
  try {
    const installation = await addSite(product, server, project);
    await runOne(inside, server);
    return installation;
  } catch (error) {
    throw new Unable(
      error instanceof Error
        ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}`.trim()
        : String(error),
    );
  }
}

async function runOne({ client, signal }: SiteInside, { pool }: SiteServer): Promise<void> {
  const name = "probe";
  const root = { type: "disk", path: "/", pool };
  const source = { type: "image", alias: "debian-12" };
  await client.change(
    "POST",
    "/instances",
    { name, type: "container", profiles: [], source, devices: { root } },
    signal,
  );
  await client.change("PUT", pathOf("instances", name, "state"), { action: "start" }, signal);
  await client.change("PUT", pathOf("instances", name, "state"), { action: "stop", force: true }, signal);
  await client.remove(pathOf("instances", name), signal);
}
