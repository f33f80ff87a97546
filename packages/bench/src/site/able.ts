import { pathOf } from "@fulmar/providers";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { addSite } from "./add-site.ts";
import type { SiteInside, SiteServer } from "./server.ts";

/** The host lacks something that the site needs, which is not a fault of the product. */
export class Unable extends Error {}

/**
 * Makes the site, and one container on it with the server's own client. A kernel without container support, or a host
 * that does not allow bridges, fails here and not in the middle of the story.
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
    { name, type: "container", profiles: [], source, config: { "security.idmap.isolated": "true" }, devices: { root } },
    signal,
  );
  await client.change("PUT", pathOf("instances", name, "state"), { action: "start" }, signal);
  await client.change("PUT", pathOf("instances", name, "state"), { action: "stop", force: true }, signal);
  await client.remove(pathOf("instances", name), signal);
}
