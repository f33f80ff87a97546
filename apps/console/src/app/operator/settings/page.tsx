import type { Metadata } from "next";
import { SettingsPage } from "@/operator/settings/settings-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Settings" };

export default route<PageProps<"/operator/settings">>(SettingsPage, ({ trpc, ask }) => [
  ask(trpc.operatorSettings.get.queryOptions()),
  ask(trpc.operatorMail.get.queryOptions()),
  ask(trpc.operatorSingleSignOn.get.queryOptions()),
]);
