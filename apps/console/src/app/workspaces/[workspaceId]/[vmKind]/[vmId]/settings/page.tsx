import type { Metadata } from "next";
import { wholeInput } from "@/client/list.ts";
import { SettingsTab } from "@/vms/detail/settings/settings-tab.tsx";
import { vmTab } from "@/vms/detail/vm-route.tsx";

export const metadata: Metadata = { title: "Settings" };

export default vmTab(SettingsTab, ({ ask, trpc, workspaceId }) => [
  ask(trpc.plan.list.queryOptions(wholeInput(workspaceId))),
  ask(trpc.image.list.queryOptions(wholeInput(workspaceId))),
]);
