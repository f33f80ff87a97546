// Workspaces, members and invitations by the public API. Those that only the console has are in `console`.
export * from "./workspace.ts";
