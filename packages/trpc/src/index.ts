export { createContext, type RequestContext } from "./context.ts";
export type { Problem } from "./errors.ts";
export { type AppRouter, createRouter } from "./router.ts";
