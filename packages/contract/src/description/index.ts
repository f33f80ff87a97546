export * from "./components.ts";
export * from "./operation-text.ts";
export * from "./public-api.ts";
