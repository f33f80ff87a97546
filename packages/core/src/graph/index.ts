import { getResourceGraph } from "./resource-graph.ts";
import { getWorkspaceMap } from "./workspace-map.ts";

export { readById } from "./nodes.ts";
export { relations, STANDING_ALONE } from "./relations.ts";
export { walk } from "./walk.ts";

export const graphHandlers = { "resource.graph": getResourceGraph, "resource.map": getWorkspaceMap } as const;
