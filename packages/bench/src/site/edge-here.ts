import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOperatorClient } from "@fulmar/sdk";
import { z } from "zod";
import { operatorToken } from "../operator-token.ts";
import type { Place } from "../place.ts";
import { endOf, type Product } from "../product.ts";
import { fulmar } from "../story.ts";
import type { Cdn } from "./cdn.ts";

const NAME = "front";
const Added = z.object({ edge_id: z.string(), token: z.string() });

/** The site's edge, on this host. */
export interface EdgeHere {
  /** Kills the agent, and starts it again after what happens meanwhile. */
  killed(meanwhile: () => Promise<void>): Promise<void>;
  /** Ends the agent and what it drives, and removes the edge. */
  leave(): Promise<void>;
}

/** @param cdn undefined: the edge serves load balancers alone */
export async function startEdge(product: Product, place: Place, cdn: Cdn | undefined): Promise<EdgeHere> {
  const more = cdn === undefined ? [] : ["--cdn"];
  const { edge_id, token } = Added.parse(
    await fulmar(product, "admin", "edge", "add", "--name", NAME, "--site", place.siteId, ...more),
  );
  const folder = mkdtempSync(join(tmpdir(), "fulmar-edge-"));
  const start = () =>
    product.startEdge({
      FULMAR_EDGE_API_URL: new URL(place.url).origin,
      FULMAR_EDGE_TOKEN: token,
      FULMAR_EDGE_DIR: folder,
      ...cdn?.edgeEnvironment,
    });
  let agent = start();
  return {
    async killed(meanwhile) {
      await endOf(agent, "SIGKILL");
      await meanwhile();
      agent = start();
    },
    async leave() {
      await endOf(agent);
      // An edge that ended before it served anything has started no nginx.
      const pidFile = join(folder, "cdn/nginx.pid");
      if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, "utf8")));
      rmSync(folder, { recursive: true });
      const operators = createOperatorClient({
        ...{ baseUrl: place.url, token: await operatorToken(product.database, "development") },
      });
      // Nothing else serves what the walk has left behind.
      await operators.operatorEdge.remove({ edge_id, reason: "The walk ends.", force: true });
    },
  };
}
