import { listAllRegions } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";

export const regionCommands = ({ answering }: Actions) => [
  command("list", "List the object storage regions, as the worker last saw their servers").action(
    answering(async ({ database }) => {
      const regions = await listAllRegions(database.sql);
      return {
        regions: regions.map(
          ({ region, name, backend, endpoint_url, site_id, server, reachable, buckets, failing, error_message }) => ({
            region,
            name,
            backend,
            buckets: String(buckets),
            failing: String(failing),
            reachable: reachable === null ? null : reachable ? "yes" : "no",
            server,
            endpoint: endpoint_url,
            site_id,
            error: error_message,
          }),
        ),
      };
    }),
  ),
];
