// Shared by the tests of the CDN's reconcilers: distributions created by requests, and reconcilers run on demand.
import type { CdnDeployment, CdnDistribution } from "@fulmar/contract";
import { computeFixture } from "../compute-fixture.ts";

/** The simulated edge's row of a distribution. */
export interface EdgeRow {
  readonly revision: number;
  readonly configuration: {
    readonly enabled: boolean;
    readonly hosts: readonly string[];
    readonly cachePolicy: string;
    readonly origin: object;
    readonly website: object;
  };
}

export function cdnFixture() {
  const fixture = computeFixture();
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await fixture.world.database.pool.query<Row>(text, values)).rows;
  return Object.assign(fixture, {
    query,
    /** A distribution of a custom origin. The simulated provider reads faults from its name. */
    create: (name: string) =>
      fixture.send<CdnDistribution>(
        "cdnDistribution.create",
        {},
        { name, origin_type: "custom", origin_id: "https://origin.example.com/files" },
      ),
    distribution: (id: string) => fixture.send<CdnDistribution>("cdnDistribution.get", { distribution_id: id }),
    deployment: (id: string) => fixture.send<CdnDeployment>("cdnDeployment.get", { distribution_id: id }),
    async atEdge(id: string): Promise<EdgeRow | undefined> {
      const [row] = await query<EdgeRow>(
        "SELECT revision, configuration FROM simulated.edge_distribution WHERE distribution_id = $1",
        [id],
      );
      return row;
    },
    /** Makes delayed work due now. */
    async passTime(): Promise<void> {
      await query("UPDATE cdn_distribution SET deploy_at = now() WHERE deploy_at > now()");
      await query("UPDATE cdn_custom_domain SET check_at = now() WHERE check_at > now()");
      await query("UPDATE cdn_purge SET run_at = now() WHERE run_at > now()");
    },
  });
}
