import { expect } from "vitest";
import { AMSTERDAM, type Network, uniqueName } from "../networking/networking-fixture.ts";

/** Creates load balancers for tests through the API. */
export function balancersOf(network: Network) {
  const made = async (path: string, body: object) => {
    const response = await network.post(path, body);
    expect(response.status, response.text).toBe(201);
    return response.body;
  };
  let vpc: Promise<string> | undefined;
  let subnet: Promise<string> | undefined;
  return {
    /** Makes a request that must succeed and returns the record. */
    made,
    /** Creates a balancer and returns its path. Without a place, it is in the VPC 10.0.0.0/16 of the file. */
    async balancer(body: object = {}): Promise<string> {
      vpc ??= network.vpc("10.0.0.0/16");
      const vpc_id = await vpc;
      subnet ??= network.subnet(vpc_id, "10.0.0.0/24");
      const place = "vpc_id" in body ? {} : { vpc_id, subnet_id: await subnet };
      return `/load-balancers/${(await made("/load-balancers", { name: uniqueName("lb"), site_id: AMSTERDAM, ...place, ...body })).load_balancer_id}`;
    },
    async revisionOf(at: string): Promise<number> {
      const { prisma } = network.api.database;
      return (await prisma.loadBalancer.findFirstOrThrow({ where: { load_balancer_id: at.split("/").at(-1) ?? "" } }))
        .revision;
    },
  };
}

export const HEALTH_CHECK = {
  type: "tcp",
  path: "/",
  expected_statuses: ["200-399"],
  interval_seconds: 10,
  timeout_seconds: 5,
  healthy_threshold: 2,
  unhealthy_threshold: 3,
};
export const SETTLED_POOL = {
  algorithm: "round_robin",
  sticky_sessions: "none",
  proxy_protocol: "none",
  health_check: HEALTH_CHECK,
  target_tag: null,
  target_port: null,
};
export const pool = (name: string, targets: readonly object[] = [], protocol = "http") => ({ name, protocol, targets });
export const listener = (name: string, port: number, more: object = {}) => ({ name, protocol: "http", port, ...more });
export const target = (ip: string, more: object = {}) => ({
  vm_id: null,
  ip,
  port: 80,
  weight: 1,
  enabled: true,
  ...more,
});
