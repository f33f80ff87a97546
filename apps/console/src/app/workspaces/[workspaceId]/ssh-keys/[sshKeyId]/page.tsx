import type { Metadata } from "next";
import { route } from "@/server/prefetch.tsx";
import { SshKeyPage } from "@/ssh-keys/ssh-key-page.tsx";

export const metadata: Metadata = { title: "SSH key" };

export default route<PageProps<"/workspaces/[workspaceId]/ssh-keys/[sshKeyId]">>(
  SshKeyPage,
  ({ trpc, ask }, { workspaceId, sshKeyId }) => [
    ask(trpc.sshKey.get.queryOptions({ workspace_id: workspaceId, ssh_key_id: sshKeyId })),
  ],
);
