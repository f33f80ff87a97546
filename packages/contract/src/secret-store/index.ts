export * from "./secret.ts";
export * from "./secret-states.ts";
export * from "./secret-version.ts";
export * from "./store.ts";
