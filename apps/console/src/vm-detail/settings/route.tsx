import { wholeInput } from "@/client/list.ts";
import { vmTab } from "../vm-route.tsx";
import { SettingsTab } from "./settings-tab.tsx";

export const settingsTab = vmTab(SettingsTab, ({ ask, trpc, workspaceId }) => [
  ask(trpc.plan.list.queryOptions(wholeInput(workspaceId))),
  ask(trpc.image.list.queryOptions(wholeInput(workspaceId))),
]);
