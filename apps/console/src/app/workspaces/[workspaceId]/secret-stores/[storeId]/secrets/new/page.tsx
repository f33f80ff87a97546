import type { Metadata } from "next";
import { CreateSecretPage } from "@/secret-stores/create-secret-page.tsx";
import { storeInput } from "@/secret-stores/secret-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New secret" };

export default route<PageProps<"/workspaces/[workspaceId]/secret-stores/[storeId]/secrets/new">>(
  CreateSecretPage,
  ({ trpc, ask }, { workspaceId, storeId }) => [
    ask(trpc.secretStore.get.queryOptions(storeInput(workspaceId, storeId))),
  ],
);
