import type { Metadata } from "next";
import { signingKeyInput } from "@/cdn/distribution-queries.ts";
import { SigningKeysPage } from "@/cdn/signing-keys-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Signing keys" };

export default route<PageProps<"/workspaces/[workspaceId]/cdn/signing-keys">>(
  SigningKeysPage,
  ({ trpc, ask }, { workspaceId }) => [ask(trpc.cdnSigningKey.list.queryOptions(signingKeyInput(workspaceId)))],
);
