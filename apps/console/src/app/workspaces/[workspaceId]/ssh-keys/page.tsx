import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { SshKeyListPage } from "@/ssh-keys/ssh-key-list.tsx";
import { sshKeyList } from "@/ssh-keys/ssh-key-queries.ts";

export const metadata: Metadata = { title: "SSH keys" };

export default listRoute(sshKeyList, SshKeyListPage);
