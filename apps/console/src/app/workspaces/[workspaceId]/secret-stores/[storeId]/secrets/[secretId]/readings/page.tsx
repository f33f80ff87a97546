import type { Metadata } from "next";
import { secretInputs } from "@/secret-stores/secret-queries.ts";
import { SecretReadings } from "@/secret-stores/secret-readings.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Access log of a secret" };

export default route<PageProps<"/workspaces/[workspaceId]/secret-stores/[storeId]/secrets/[secretId]/readings">>(
  SecretReadings,
  ({ trpc, ask }, { workspaceId, storeId, secretId }) => [
    ask(trpc.auditEvent.list.queryOptions(secretInputs(workspaceId, storeId, secretId).readings)),
  ],
);
