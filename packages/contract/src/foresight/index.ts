export * from "./change-plan.ts";
export * from "./mapped-types.ts";
export * from "./relations.ts";
export * from "./resource-graph.ts";
export * from "./workspace-map.ts";
