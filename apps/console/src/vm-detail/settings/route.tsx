import { catalogInput } from "../vm-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { SettingsTab } from "./settings-tab.tsx";

export const settingsTab = vmTab(SettingsTab, ({ client, trpc, workspaceId }) => [
  client.prefetchQuery(trpc.plan.list.queryOptions(catalogInput(workspaceId))),
  client.prefetchQuery(trpc.image.list.queryOptions(catalogInput(workspaceId))),
]);
