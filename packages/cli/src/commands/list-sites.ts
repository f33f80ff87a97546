import { listAllSites } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const listSitesCommand = defineCommand({
  name: "admin site list",
  about: "List the sites, as the worker last saw them",
  options: {},
  async run({ database }) {
    const sites = await listAllSites(database);
    return {
      sites: sites.map(
        ({ site_id, name, provider, endpoint, server, reachable, vms, unsupported, fenced, unknown }) => ({
          site_id,
          name,
          provider,
          vms: String(vms),
          unknown: String(unknown),
          fenced,
          reachable: reachable === null ? null : reachable ? "yes" : "no",
          server,
          endpoint,
          unsupported: unsupported.length === 0 ? null : unsupported.join(","),
        }),
      ),
    };
  },
});
