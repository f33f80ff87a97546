import { redirect } from "next/navigation";

export default async function AccountPage({ params }: PageProps<"/workspaces/[workspaceId]/account">) {
  redirect(`/workspaces/${(await params).workspaceId}/account/profile`);
}
