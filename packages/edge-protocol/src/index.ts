export * from "./balancer.ts";
export * from "./distribution.ts";
export * from "./document.ts";
export * from "./public-address.ts";
export * from "./report.ts";
export * from "./url-signature.ts";
