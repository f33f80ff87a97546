import { redirect } from "next/navigation";

/** A workspace opens with its machines. */
export default async function WorkspacePage({ params }: PageProps<"/workspaces/[workspaceId]">) {
  const { workspaceId } = await params;
  redirect(`/workspaces/${workspaceId}/cloud-vms`);
}
