import type { Metadata } from "next";
import { signingKeyInput } from "@/cdn/distribution-queries.ts";
import { SigningKeysPage } from "@/cdn/signing-keys-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Signing keys" };

export default async function CdnSigningKeysPage({ params }: PageProps<"/workspaces/[workspaceId]/cdn/signing-keys">) {
  const { workspaceId } = await params;
  return (
    <Prefetched
      load={(client) => [client.prefetchQuery(api().cdnSigningKey.list.queryOptions(signingKeyInput(workspaceId)))]}
    >
      <SigningKeysPage />
    </Prefetched>
  );
}
