"use client";

import type { NatGateway } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

export function RenameNatGatewayDialog({ gateway, onClose }: { gateway: NatGateway; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [name, setName] = useState(gateway.name);
  const rename = useMutation(
    trpc.natGateway.update.mutationOptions({
      onSuccess: async (next) => {
        onClose();
        await changed(`Renamed to ${next.name}`);
      },
    }),
  );
  const found = rename.error ? problemOf(rename.error).errors?.find(({ field }) => field === "name") : undefined;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Rename ${gateway.name}`}
      lead="Only its name changes."
      action="Rename"
      busy={rename.isPending}
      error={rename.error}
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({
          workspace_id: workspaceId,
          vpc_id: gateway.vpc_id,
          nat_gateway_id: gateway.nat_gateway_id,
          name: name.trim(),
        });
      }}
    >
      <TextField
        label="Name"
        autoComplete="off"
        value={name}
        error={found?.message}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
