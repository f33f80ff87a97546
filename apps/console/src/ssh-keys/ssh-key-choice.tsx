"use client";

import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckList } from "@/components/check-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

/** The choice of keys of the library for a VM. */
export function SshKeyChoice({ error, register }: { error: string | undefined; register: UseFormRegisterReturn }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const keys = useQuery(trpc.sshKey.list.queryOptions(wholeInput(workspaceId)));
  return (
    <CheckList
      legend="SSH keys of this workspace"
      error={error}
      empty="There is no SSH key in this workspace yet. Paste keys below."
      options={keys.data?.items.map(({ ssh_key_id, name, fingerprint }) => ({
        value: ssh_key_id,
        label: name,
        hint: fingerprint,
      }))}
      register={register}
    />
  );
}
