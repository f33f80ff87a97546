import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { catalog } from "@fulmar/contract";

const APP = join(import.meta.dirname, "../../apps/console/src/app");

/**
 * The route of a page of the console, from its folders: `/workspaces/[workspaceId]/volumes`. Route groups are not part
 * of the address.
 */
function routeOf(file: string): string {
  const folders = file.split(sep).slice(0, -1);
  return `/${folders.filter((folder) => !/^\(.+\)$/.test(folder)).join("/")}`;
}

/** @returns the routes of all pages. Cloud and GPU VMs have the same files, and pages of their own. */
export function pagesOfConsole(): string[] {
  return globSync("**/page.tsx", { cwd: APP }).flatMap((file) => {
    const route = routeOf(file);
    return route.includes("[vmKind]")
      ? ["cloud-vms", "gpu-vms"].map((kind) => route.replace("[vmKind]", kind))
      : [route];
  });
}

/** @returns the names of all mutations, and the other requests that change something, as `POST /api/session` */
export function actionsOfConsole(): string[] {
  const mutations = catalog.flatMap(({ id, method }) => (method === "GET" ? [] : [id]));
  const requests = globSync("api/**/route.ts", { cwd: APP })
    .filter((file) => !file.includes("trpc"))
    .flatMap((file) => {
      const exported = readFileSync(join(APP, file), "utf8").matchAll(
        /^export (?:async )?function (POST|PUT|PATCH|DELETE)\b/gm,
      );
      return [...exported].map(([, method]) => `${method} ${routeOf(file)}`);
    });
  return [...mutations, ...requests];
}

/** Finds the route of an address. Exact folder names take precedence over parameters. */
export function routeFinder(routes: readonly string[]): (path: string) => string | undefined {
  const patterns = routes
    .map((route) => ({
      route,
      pattern: new RegExp(`^${route.replaceAll(/\[\w+\]/g, "[^/]+")}/?$`),
      open: route.split("[").length,
    }))
    .toSorted((one, other) => one.open - other.open);
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.route;
}
