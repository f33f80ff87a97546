import type { EdgeConfiguration, EdgeDistribution, EdgePort, EdgePurge } from "../edge-port.ts";
import type { World } from "./world.ts";

const DEPLOY = `INSERT INTO simulated.edge_distribution AS e (distribution_id, revision, configuration) VALUES ($1, $2, $3::jsonb)
    ON CONFLICT (distribution_id) DO UPDATE SET revision = excluded.revision, configuration = excluded.configuration WHERE e.revision < excluded.revision`;

const PURGE = "INSERT INTO simulated.edge_purge (distribution_id, paths, everything) VALUES ($1, $2::text[], $3)";

const COLUMNS = `distribution_id AS "distributionId", revision`;

/** An edge that serves nobody: it remembers what it was told. */
export function simulatedEdge(world: World): EdgePort {
  return {
    async deploy(distributionId: string, configuration: EdgeConfiguration, signal: AbortSignal) {
      await world.query(
        "edge_deploy",
        DEPLOY,
        [distributionId, configuration.revision, JSON.stringify(configuration)],
        signal,
      );
    },
    async remove(distributionId: string, signal: AbortSignal) {
      await world.query(
        "edge_remove",
        "DELETE FROM simulated.edge_distribution WHERE distribution_id = $1",
        [distributionId],
        signal,
      );
    },
    async purge(distributionId: string, purge: EdgePurge, signal: AbortSignal) {
      const values = purge === "everything" ? [distributionId, [], true] : [distributionId, purge.paths, false];
      await world.query("edge_purge", PURGE, values, signal);
    },
    find(distributionIds: readonly string[], signal: AbortSignal) {
      const text = `SELECT ${COLUMNS} FROM simulated.edge_distribution WHERE distribution_id = ANY ($1::text[])`;
      return world.query<EdgeDistribution>("edge_find", text, [distributionIds], signal);
    },
    list({ after, limit }: { readonly after: string; readonly limit: number }, signal: AbortSignal) {
      const text = `SELECT ${COLUMNS} FROM simulated.edge_distribution WHERE distribution_id > $1 ORDER BY distribution_id LIMIT $2`;
      return world.query<EdgeDistribution>("edge_list", text, [after, limit], signal);
    },
  };
}
