export * from "./volume.ts";
export * from "./volume-snapshot.ts";
export * from "./volume-states.ts";
