export * from "./configuration.ts";
export * from "./listener.ts";
export * from "./load-balancer.ts";
export * from "./pool.ts";
export * from "./route-request.ts";
export * from "./rule.ts";
export * from "./states.ts";
export * from "./target.ts";
