export * from "./custom-domain.ts";
export * from "./distribution.ts";
export * from "./object-url.ts";
export * from "./purge.ts";
export * from "./redirect.ts";
export * from "./states.ts";
export * from "./website.ts";
