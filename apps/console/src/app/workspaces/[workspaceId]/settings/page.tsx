import { redirect } from "next/navigation";

export default async function SettingsPage({ params }: PageProps<"/workspaces/[workspaceId]/settings">) {
  redirect(`/workspaces/${(await params).workspaceId}/settings/organization`);
}
