import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Name } from "../values/fields.ts";
import { family, loadBalancerId, path } from "./balancing-fields.ts";
import { certificateProblems, challengeProblem } from "./certificate-problems.ts";
import type { ConfigurationPart, ConfigurationProblem } from "./configuration-problem.ts";
import { listenerSettings } from "./listener.ts";
import { PoolSettings } from "./pool.ts";
import { LoadBalancerConfigurationRule } from "./rule.ts";
import { MOST_LISTENERS, MOST_POOLS, MOST_TARGETS, speaksHttp } from "./states.ts";

const ConfigurationListener = z
  .strictObject({
    ...listenerSettings,
    default_pool: Name.nullable().default(null),
    rules: z.array(LoadBalancerConfigurationRule).max(100).default([]),
  })
  .meta({ id: "LoadBalancerConfigurationListener" });

const parts = {
  pools: z.array(PoolSettings).max(MOST_POOLS).default([]),
  listeners: z.array(ConfigurationListener).max(MOST_LISTENERS).default([]),
};
const Parts = z.strictObject(parts);
export type LoadBalancerConfigurationParts = z.infer<typeof Parts>;

/**
 * The complete configuration of a load balancer as one document. Its parts refer to each other by name. Putting back
 * the document that GET returned changes nothing.
 */
export const LoadBalancerConfiguration = z
  .strictObject(parts)
  .superRefine((configuration, context) => {
    for (const problem of configurationProblems(configuration))
      context.addIssue({ code: "custom", path: [...problem.path], message: problem.message });
  })
  .meta({
    id: "LoadBalancerConfiguration",
    examples: [
      {
        pools: [
          {
            name: "web",
            protocol: "http",
            health_check: { type: "http", path: "/healthz" },
            targets: [
              { ip: "10.20.1.10", port: 80 },
              { ip: "10.20.1.11", port: 80 },
            ],
          },
        ],
        listeners: [{ name: "http", protocol: "http", port: 80, default_pool: "web" }],
      },
    ],
  });
export type LoadBalancerConfiguration = z.infer<typeof LoadBalancerConfiguration>;

const loadBalancerConfigurationGet = defineOperation({
  id: "loadBalancerConfiguration.get",
  resource: "load_balancer",
  family,
  method: "GET",
  path: `${path}/{load_balancer_id}/configuration`,
  scope: "load-balancer.read",
  summary: "Get the whole configuration of a load balancer",
  params: loadBalancerId,
  output: LoadBalancerConfiguration,
  errors: ["not_found"],
});

const loadBalancerConfigurationPut = defineOperation({
  id: "loadBalancerConfiguration.put",
  resource: "load_balancer",
  family,
  method: "PUT",
  path: `${path}/{load_balancer_id}/configuration`,
  scope: "load-balancer.write",
  references: [
    { field: "listeners[].certificate", scope: "secret-store.read" },
    { field: "listeners[].additional_certificates[]", scope: "secret-store.read" },
    { field: "pools[].targets[].vm_id", scope: "vm.read" },
    { field: "pools[].target_tag", scope: "vm.read" },
  ],
  summary: "Replace the whole configuration of a load balancer",
  description:
    "The change is atomic: no visitor sees part of it. Listeners and pools that keep their names keep " +
    "their ids, and so do targets that keep their pool, VM or address, and port. Concurrent requests are " +
    "applied one after another; the last one wins.",
  params: loadBalancerId,
  body: LoadBalancerConfiguration,
  output: LoadBalancerConfiguration,
  errors: ["not_found", "conflict"],
});

type Listener = LoadBalancerConfigurationParts["listeners"][number];
type Pool = LoadBalancerConfigurationParts["pools"][number];

/** All contradictions in a configuration, whether it was written as a whole or results from a single change. */
export function configurationProblems({ pools, listeners }: LoadBalancerConfigurationParts): ConfigurationProblem[] {
  return [
    ...tooMany(["pools"], pools, MOST_POOLS),
    ...tooMany(["listeners"], listeners, MOST_LISTENERS),
    ...pools.flatMap((pool, index) => poolProblems(pool, ["pools", index], pools.slice(0, index))),
    ...listeners.flatMap((listener, index) =>
      listenerProblems(listener, ["listeners", index], listeners.slice(0, index), pools),
    ),
    ...listeners.flatMap((listener, index) => challengeProblem(listener, ["listeners", index], listeners)),
  ];
}

function tooMany(path: readonly (string | number)[], parts: readonly unknown[], most: number): ConfigurationProblem[] {
  return parts.length > most
    ? [{ path, message: `must have at most ${most} items`, code: "limit_reached", parts: [] }]
    : [];
}

function poolProblems(pool: Pool, path: readonly (string | number)[], others: readonly Pool[]): ConfigurationProblem[] {
  const problems = tooMany([...path, "targets"], pool.targets, MOST_TARGETS);
  if (others.some(({ name }) => name === pool.name))
    problems.push(nameTaken(path, { type: "load_balancer_pool", name: pool.name }));
  if (pool.sticky_sessions === "cookie" && !speaksHttp(pool.protocol)) {
    problems.push({
      path: [...path, "sticky_sessions"],
      message: "can be cookie only where protocol is http or https",
      code: "invalid_request",
      parts: [],
    });
  }
  if (pool.proxy_protocol !== "none" && pool.protocol === "udp") {
    problems.push({
      path: [...path, "proxy_protocol"],
      message: "must be none where protocol is udp",
      code: "invalid_request",
      parts: [],
    });
  }
  if ((pool.target_tag === null) !== (pool.target_port === null)) {
    problems.push({
      path: [...path, pool.target_tag === null ? "target_tag" : "target_port"],
      message: "must be given: target_tag and target_port belong together",
      code: "invalid_request",
      parts: [],
    });
  }
  const seen = new Set<string>();
  for (const [index, { vm_id, ip, port }] of pool.targets.entries()) {
    const address = JSON.stringify([vm_id, ip, port]);
    if (seen.has(address)) {
      const message = "must not be another target of the pool at the same port";
      problems.push({
        path: [...path, "targets", index],
        message,
        code: "target_exists",
        parts: [{ type: "load_balancer_pool", name: pool.name }],
      });
    }
    seen.add(address);
  }
  return problems;
}

function listenerProblems(
  listener: Listener,
  path: readonly (string | number)[],
  others: readonly Listener[],
  pools: readonly Pool[],
): ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = [];
  const own = (field: string, message: string) =>
    problems.push({ path: [...path, field], message, code: "invalid_request", parts: [] });
  const { name, protocol, port, default_pool, rules } = listener;
  if (others.some((other) => other.name === name))
    problems.push(nameTaken(path, { type: "load_balancer_listener", name }));
  const neighbour = others.find((other) => other.port === port && (other.protocol === "udp") === (protocol === "udp"));
  if (neighbour !== undefined) {
    const parts = [neighbour, listener].map((part) => ({ type: "load_balancer_listener", name: part.name }) as const);
    problems.push({
      path: [...path, "port"],
      message: `must not be the port of the listener ${neighbour.name}`,
      code: "port_taken",
      parts,
    });
  }
  for (const { field, message } of certificateProblems(listener)) own(field, message);
  if (!speaksHttp(protocol) && default_pool === null) own("default_pool", `is required where protocol is ${protocol}`);
  if (!speaksHttp(protocol) && rules.length > 0) own("rules", "can be given only where protocol is http or https");
  const references = [
    { at: ["default_pool"], pool: default_pool },
    ...rules.map(({ pool }, index) => ({ at: ["rules", index, "pool"], pool })),
  ];
  return [
    ...problems,
    ...references.flatMap(({ at, pool }) =>
      pool === null ? [] : referenceProblems(listener, [...path, ...at], pool, pools),
    ),
  ];
}

function referenceProblems(
  listener: Listener,
  path: readonly (string | number)[],
  name: string,
  pools: readonly Pool[],
): ConfigurationProblem[] {
  const pool = pools.find((candidate) => candidate.name === name);
  if (pool === undefined)
    return [{ path, message: "must be the name of a pool of this configuration", code: "invalid_request", parts: [] }];
  if (pool.protocol === listener.protocol || (speaksHttp(pool.protocol) && speaksHttp(listener.protocol))) return [];
  const message = `must be a pool that a listener of ${listener.protocol} can use; ${name} is one of ${pool.protocol}`;
  const parts = [
    { type: "load_balancer_listener", name: listener.name },
    { type: "load_balancer_pool", name },
  ] as const;
  return [{ path, message, code: "protocol_mismatch", parts }];
}

function nameTaken(path: readonly (string | number)[], part: ConfigurationPart): ConfigurationProblem {
  return {
    path: [...path, "name"],
    message: "must not be the name of another one of this configuration",
    code: "name_taken",
    parts: [part],
  };
}

export const configurationOperations = [loadBalancerConfigurationGet, loadBalancerConfigurationPut] as const;
