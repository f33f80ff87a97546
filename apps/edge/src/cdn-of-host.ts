import { join } from "node:path";
import type { EdgeConfiguration } from "@fulmar/config";
import type { Logger } from "@fulmar/http";
import { installedCdn } from "./cdn/installed-cdn.ts";
import { developmentCdn } from "./development/development-cdn.ts";
import type { Engine } from "./engine.ts";

/**
 * The CDN of this host; none where the edge does not serve it. A laptop without nginx has the development CDN.
 * @throws Error when a host of the CDN lacks nginx or a module
 */
export async function cdnOf(
  { cdn, folder, addresses }: Pick<EdgeConfiguration, "cdn" | "folder" | "addresses">,
  logger: Logger,
): Promise<Engine[]> {
  if (cdn === undefined) return [];
  const onLaptop = addresses === "loopback";
  try {
    const warn = (problem: unknown) => logger.warn({ err: problem }, "nginx could not be looked after");
    return [await installedCdn(cdn, { folder: join(folder, "cdn"), endsWithAgent: onLaptop, warn })];
  } catch (error) {
    if (!onLaptop) throw error;
    logger.info({ reason: reasonOf(error) }, "distributions are served without a cache: nginx with lua is not here");
  }
  try {
    return [await developmentCdn(cdn)];
  } catch (error) {
    logger.warn({ reason: reasonOf(error) }, "distributions carry no traffic");
    return [];
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
