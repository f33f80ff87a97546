import type { Blueprint, VmKey } from "./blueprint.ts";
import type { Input } from "./rest.ts";

type Configuration = NonNullable<Input<"loadBalancer.create">["configuration"]>;

/** What the balancer is told as a whole: http leads to https, and https to the VMs. */
export function configurationOf(
  { balancing: { algorithm, weights, apiPath } }: Blueprint,
  vms: Readonly<Record<VmKey, string>>,
  certificate: { readonly store_id: string; readonly secret_id: string },
): Configuration {
  const { web, api, db } = vms;
  const check = { type: "http" as const, path: "/healthz" };
  const target = (vm_id: string, weight: number) => ({ vm_id, port: 8080, weight });
  return {
    pools: [
      {
        name: "app",
        protocol: "http",
        algorithm,
        health_check: check,
        targets: [target(web, weights.web), target(api, weights.api), target(db, weights.db)],
      },
    ],
    listeners: [
      { name: "http", protocol: "http", port: 80, rules: [{ redirect: { https: true } }] },
      {
        name: "https",
        protocol: "https",
        port: 443,
        certificate,
        default_pool: "app",
        rules: apiPath === null ? [] : [{ path: { match: "prefix", value: apiPath }, pool: "app" }],
      },
    ],
  };
}
