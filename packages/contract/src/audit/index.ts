export * from "./audit-event.ts";
