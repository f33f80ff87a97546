import { catalogInput } from "../vm-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { SettingsTab } from "./settings-tab.tsx";

export const settingsTab = vmTab(SettingsTab, ({ ask, trpc, workspaceId }) => [
  ask(trpc.plan.list.queryOptions(catalogInput(workspaceId))),
  ask(trpc.image.list.queryOptions(catalogInput(workspaceId))),
]);
