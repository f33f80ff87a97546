import { addRegion, checkRegion, listAllRegions, type RegionState, removeRegion } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";
import type { Answer } from "../render.ts";

export const regionCommands = ({ answering }: Actions) => [
  command("list", "List the object storage regions, as the worker last saw their servers").action(
    answering(async ({ database }) => {
      const regions = await listAllRegions(database);
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
  command("add", "Add a region whose buckets a Ceph RADOS Gateway keeps: see docs/ceph.md")
    .requiredOption("--name <NAME>", "the name of the region")
    .requiredOption("--region <ID>", "its id, with which buckets are created, such as eu-north-1")
    .requiredOption("--backend <rgw>", "the kind of its server")
    .requiredOption("--endpoint <URL>", "the endpoint of S3 clients, such as https://s3.example.com")
    .option("--admin-endpoint <URL>", "where the Admin Ops API is; by default the endpoint")
    .requiredOption("--access-key <ID>", "the access key of the control plane's user at the gateway")
    .requiredOption("--secret-key <SECRET>", "its secret; it is stored encrypted")
    .option("--site <ID>", "the site that the region belongs to")
    .action(
      answering(async ({ database, configuration }, options) =>
        regionAnswer(
          await addRegion(database, configuration, {
            region: options.region,
            name: options.name,
            site_id: options.site,
            backend: options.backend,
            endpoint: options.endpoint,
            admin_endpoint: options.adminEndpoint,
            access_key: options.accessKey,
            secret_key: options.secretKey,
          }),
        ),
      ),
    ),
  command("check", "Show whether a region's server answers, and what it does not support")
    .requiredOption("--region <ID>", "the region")
    .action(
      answering(async ({ database, configuration }, { region }) =>
        regionAnswer(await checkRegion(database, configuration, region)),
      ),
    ),
  command("remove", "Remove a region without buckets; nothing is removed from its server")
    .requiredOption("--region <ID>", "the region")
    .action(
      answering(async ({ database }, { region }) => {
        const removed = await removeRegion(database, region);
        return { ...removed, removed: true };
      }),
    ),
];

function regionAnswer({ region, name, endpoint, report, unknownUsers }: RegionState): Answer {
  return {
    ...{ region, name, endpoint, server: report.server },
    unsupported: [...report.unsupported],
    unknown_users: [...unknownUsers],
  };
}
