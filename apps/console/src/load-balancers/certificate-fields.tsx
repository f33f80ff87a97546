"use client";

import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Chooses a secret of the secret store; what is in it stays there. */
export function CertificateFields({
  storeId,
  store,
  secret,
  error,
}: {
  storeId: string;
  store: UseFormRegisterReturn;
  secret: UseFormRegisterReturn;
  error: string | undefined;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const stores = useQuery(trpc.secretStore.list.queryOptions({ workspace_id: workspaceId, limit: 1000 }));
  const secrets = useQuery({
    ...trpc.secret.list.queryOptions({ workspace_id: workspaceId, limit: 1000, store_id: storeId }),
    enabled: storeId !== "",
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label="Secret store" {...store}>
        <option value="">Choose a store</option>
        {stores.data?.items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Certificate"
        hint="A secret with the chain and its private key, in PEM. New versions are rolled out by themselves."
        error={error}
        {...secret}
      >
        <option value="">{storeId === "" ? "Choose a store first" : "Choose a secret"}</option>
        {secrets.data?.items.map(({ id, key }) => (
          <option key={id} value={id}>
            {key}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
