// The first edges of an installation, before it has an operator: the rest is `fulmar operator edge` (docs/edges.md).
import { addEdge, listEdges } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";

export const edgeCommands = ({ answering }: Actions) => [
  command("list", "List the edges, as they last reported").action(
    answering(async ({ database }) => {
      const edges = await listEdges(database);
      return {
        edges: edges.map(
          ({
            edge_id,
            name,
            site_id,
            serves_cdn,
            hostname,
            servers,
            connected,
            enrolled_at,
            behind,
            failures,
            line_gbits,
            refused_reports,
          }) => ({
            edge_id,
            name,
            site_id,
            cdn: serves_cdn ? "yes" : "no",
            line_gbits: String(line_gbits),
            refused: String(refused_reports),
            connected: enrolled_at === null ? "not enrolled" : connected ? "yes" : "no",
            behind: String(behind),
            failures: String(failures),
            hostname,
            servers: servers.length === 0 ? null : servers.join(", "),
          }),
        ),
      };
    }),
  ),
  command("add", "Add an edge, a host whose servers answer visitors, to a site: see docs/edges.md")
    .requiredOption("--name <NAME>", "the name of the edge")
    .requiredOption("--site <ID>", "the site whose load balancers it serves")
    .option("--cdn", "let it serve the CDN too: it gets the distributions and keys of all workspaces", false)
    .option("--line-rate <GBITS>", "what its line carries, in Gbit/s; by default 100", Number)
    .action(
      answering(async ({ database }, { name, site, cdn, lineRate }) => {
        const edge = { name, site_id: site, serves_cdn: cdn, line_rate: lineRate };
        const { edgeId, token, validHours } = await addEdge(database, edge);
        return { edge_id: edgeId, name, site_id: site, token, valid_hours: String(validHours) };
      }),
    ),
];
