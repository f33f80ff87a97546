"use client";

import { rolesWith, SECRET_REFUSALS, type SecretStore } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CreateSecretForm } from "./create-secret-form.tsx";
import { storeInput } from "./secret-queries.ts";

export function CreateSecretPage({ storeId }: { storeId: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const store = useQuery(trpc.secretStore.get.queryOptions(storeInput(workspaceId, storeId)));
  const stores = `/workspaces/${workspaceId}/secret-stores` as const;
  return (
    <div className="max-w-2xl">
      <PageHeader
        crumbs={[
          { label: "Secret stores", href: stores },
          { label: store.data?.name ?? "Secret store", href: `${stores}/${storeId}` },
        ]}
        title="New secret"
      />
      <RoleGate may={rolesWith("secret-store.write")} deed="create secrets">
        <Loaded query={store} skeleton={<BlockSkeleton className="h-72" />}>
          {(found) => <CreateSecretForm store={found} stateRefusal={refusalOf(found)} />}
        </Loaded>
      </RoleGate>
    </div>
  );
}

function refusalOf({ status }: SecretStore): string | null {
  if (status === "archived") return SECRET_REFUSALS.store_archived;
  return status === "deleting" ? "The secret store is deleted; restore it first." : null;
}
