import { SecretFrame } from "@/secret-stores/secret-frame.tsx";
import { secretInputs, storeInput } from "@/secret-stores/secret-queries.ts";
import { Prefetched } from "@/server/prefetch.tsx";

export default async function SecretLayout({
  params,
  children,
}: LayoutProps<"/workspaces/[workspaceId]/secret-stores/[storeId]/secrets/[secretId]">) {
  const { workspaceId, storeId, secretId } = await params;
  const inputs = secretInputs(workspaceId, storeId, secretId);
  return (
    <Prefetched
      load={({ trpc, ask }) => [
        ask(trpc.secretStore.get.queryOptions(storeInput(workspaceId, storeId))),
        ask(trpc.secret.get.queryOptions(inputs.secret)),
      ]}
    >
      <SecretFrame storeId={storeId} secretId={secretId}>
        {children}
      </SecretFrame>
    </Prefetched>
  );
}
