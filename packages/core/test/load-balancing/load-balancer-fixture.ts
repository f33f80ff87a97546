// Shared by the tests of the load balancers' reconcilers: load balancers created by requests, and reconcilers run on
// demand.
import type { LoadBalancer, LoadBalancerHealth, Subnet, Vpc } from "@fulmar/contract";
import { computeFixture } from "../compute-fixture.ts";

/** The simulated provider's row of a load balancer. */
interface AppliedBalancer {
  readonly revision: number;
  readonly configuration: {
    readonly name: string;
    readonly publicIp: string | null;
    readonly pools: readonly {
      readonly poolId: string;
      readonly targets: readonly { readonly vmId: string | null; readonly address: string | null }[];
    }[];
    readonly listeners: readonly {
      readonly port: number;
      readonly certificateSha256: string | null;
      readonly additionalSha256: readonly string[];
    }[];
  };
}

export function loadBalancerFixture() {
  const fixture = computeFixture();
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await fixture.world.database.pool.query<Row>(text, values)).rows;
  const newPlace = async () => {
    const network = { name: "balanced", cidr: "10.0.0.0/16" };
    const { vpc_id } = await fixture.send<Vpc>("vpc.create", {}, { ...network, site_id: "site-ams-1" });
    const inner = { name: "balanced", cidr: "10.0.0.0/24" };
    const { subnet_id } = await fixture.send<Subnet>("subnet.create", { vpc_id }, inner);
    return { vpc_id, subnet_id };
  };
  let place: ReturnType<typeof newPlace> | undefined;
  return Object.assign(fixture, {
    query,
    /** The simulated provider reads faults from the name. */
    create: (name: string, configuration: object = {}, place: object = {}) =>
      fixture.send<LoadBalancer>("loadBalancer.create", {}, { name, site_id: "site-ams-1", ...place, configuration }),
    /** A place for balancers whose targets are addresses: a subnet in a VPC of 10.0.0.0/16, one for each file. */
    network: () => {
      place ??= newPlace();
      return place;
    },
    balancer: (load_balancer_id: string) => fixture.send<LoadBalancer>("loadBalancer.get", { load_balancer_id }),
    put: (load_balancer_id: string, configuration: object) =>
      fixture.send("loadBalancerConfiguration.put", { load_balancer_id }, { ...configuration }),
    health: (load_balancer_id: string) => fixture.send<LoadBalancerHealth>("loadBalancer.health", { load_balancer_id }),
    async applied(id: string): Promise<AppliedBalancer | undefined> {
      const [row] = await query<AppliedBalancer>(
        "SELECT revision, configuration FROM simulated.load_balancer WHERE load_balancer_id = $1",
        [id],
      );
      return row;
    },
    /** Makes delayed work due now. */
    async passTime(): Promise<void> {
      await query("UPDATE load_balancer SET apply_at = now() WHERE apply_at > now()");
    },
  });
}
