import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { Rest, type Send, until } from "@fulmar/testkit/stack";
import type { Product } from "../product.ts";
import type { SiteServer } from "./server.ts";

const run = promisify(execFile);
const CLI = join(import.meta.dirname, "../../../cli/src/main.ts");
const TEMPLATE = "debian-12";
/** For documentation (RFC 5737); the simulated sites have the other two ranges. */
const PUBLIC_RANGE = "192.0.2.0/26";

/** An installation with one site on a real server. */
export interface SiteInstallation {
  readonly rest: Rest;
  readonly siteId: string;
  /** What a small VM there is asked with, besides its name. */
  readonly small: { readonly plan_id: string; readonly template_id: string; readonly site_id: string };
}

/** Adds the site by the operator's commands, as docs/lxd.md tells it. */
export async function addSite(product: Product, server: SiteServer, project: string): Promise<SiteInstallation> {
  const fulmar = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [CLI, "admin", ...args, "--json"], { env: { ...process.env, ...product.environment } });
    return JSON.parse(stdout) as Record<string, string>;
  };
  const place = ["--provider", "lxd", "--endpoint", server.url, "--project", project, "--storage-pool", server.pool];
  const { site_id: siteId = "" } = await fulmar("site", "add", "--name", "Real", ...place);
  await fulmar(
    "image",
    "import",
    "--site",
    siteId,
    "--template",
    TEMPLATE,
    "--file",
    server.image,
    "--name",
    "Debian 12",
    "--distribution",
    "debian",
    "--version",
    "12",
  );
  await fulmar("address", "add", "--site", siteId, "--range", PUBLIC_RANGE);
  await fulmar("site", "check", "--site", siteId);
  const { url } = await product.startService();
  const rest = new Rest(senderTo(url, product));
  const plans = await until(
    "a plan that the site has room for",
    () => rest.ask("plan.list", { type: "cloud", site_id: siteId }),
    (all) => all.some(({ available }) => available),
  );
  const smallest = plans.filter(({ available }) => available).toSorted((a, b) => a.ram_mb - b.ram_mb)[0];
  return { rest, siteId, small: { plan_id: smallest?.plan_id ?? "", template_id: TEMPLATE, site_id: siteId } };
}

function senderTo(url: string, { token, workspaceId }: Pick<Product, "token" | "workspaceId">): Send {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}${path.includes("?") ? "&" : "?"}workspace_id=${workspaceId}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method !== "GET" && { "x-idempotency-key": randomUUID() }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}
