import type { Metadata } from "next";
import { SecretReadings } from "@/secret-stores/secret-readings.tsx";
import { secretInputs } from "@/secret-stores/store-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Readings of a secret" };

export default async function SecretReadingsPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/secret-stores/[storeId]/secrets/[secretId]/readings">) {
  const { workspaceId, storeId, secretId } = await params;
  const inputs = secretInputs(workspaceId, storeId, secretId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().auditEvent.list.queryOptions(inputs.readings))]}>
      <SecretReadings />
    </Prefetched>
  );
}
