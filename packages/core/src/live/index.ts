export { ChangeFeed } from "./change-feed.ts";
export { enterWorkspace } from "./enter-workspace.ts";
export { purgeChanges } from "./purge-changes.ts";
