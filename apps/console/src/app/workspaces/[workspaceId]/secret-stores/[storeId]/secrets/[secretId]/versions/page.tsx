import type { Metadata } from "next";
import { secretInputs } from "@/secret-stores/secret-queries.ts";
import { SecretVersions } from "@/secret-stores/secret-versions.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Versions of a secret" };

export default route<PageProps<"/workspaces/[workspaceId]/secret-stores/[storeId]/secrets/[secretId]/versions">>(
  SecretVersions,
  ({ trpc, ask }, { workspaceId, storeId, secretId }) => [
    ask(trpc.secretVersion.list.queryOptions(secretInputs(workspaceId, storeId, secretId).versions)),
  ],
);
