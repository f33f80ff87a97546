import type { Metadata } from "next";
import { SecretOverview } from "@/secret-stores/secret-overview.tsx";
import { secretInputs } from "@/secret-stores/secret-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Secret" };

export default route<PageProps<"/workspaces/[workspaceId]/secret-stores/[storeId]/secrets/[secretId]">>(
  SecretOverview,
  ({ trpc, ask }, { workspaceId, storeId, secretId }) => [
    ask(trpc.secretVersion.list.queryOptions(secretInputs(workspaceId, storeId, secretId).versions)),
  ],
);
