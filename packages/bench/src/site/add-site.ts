import { Rest, until } from "@fulmar/testkit/stack";
import { z } from "zod";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { senderTo } from "../sender-to.ts";
import { fulmar } from "../story.ts";
import { TEMPLATE } from "./operators-server.ts";
import type { SiteServer } from "./server.ts";

const Added = z.object({ site_id: z.string() });

/** Adds the site by the operator's commands as in docs/lxd.md, with an image and addresses. @returns its id */
async function makeSite(product: Product, server: SiteServer, project: string): Promise<string> {
  const admin = (...args: readonly string[]) => fulmar(product, "admin", ...args);
  const at = [
    "--provider",
    "lxd",
    "--endpoint",
    server.url,
    "--project",
    project,
    "--storage-pool",
    server.pool,
    ...server.options,
  ];
  const { site_id: siteId } = Added.parse(await admin("site", "add", "--name", "Real", ...at));
  const image = ["--file", server.image, "--name", "Debian 12", "--distribution", "debian", "--version", "12"];
  await admin("image", "import", "--site", siteId, "--template", TEMPLATE, ...image);
  await admin("address", "add", "--site", siteId, "--range", server.range);
  await admin("site", "check", "--site", siteId);
  return siteId;
}

/** Adds the site, and starts the API. */
export async function addSite(product: Product, server: SiteServer, project: string): Promise<Place> {
  const siteId = await makeSite(product, server, project);
  const { url } = await product.startService();
  const rest = new Rest(senderTo(url, product));
  const plans = await until(
    "a plan that the site has room for",
    () => rest.ask("plan.list", { type: "cloud", site_id: siteId }),
    (all) => all.some(({ available }) => available),
  );
  const smallest = plans.filter(({ available }) => available).toSorted((a, b) => a.ram_mb - b.ram_mb)[0];
  return { rest, url, siteId, small: { plan_id: smallest?.plan_id ?? "", template_id: TEMPLATE, site_id: siteId } };
}
