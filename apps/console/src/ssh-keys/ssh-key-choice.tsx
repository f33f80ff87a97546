"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckList } from "@/components/check-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

/**
 * The choice of keys of the library for a VM.
 * @param onNewest is told the newest key once, as the usual choice
 */
export function SshKeyChoice({
  error,
  register,
  onNewest,
}: {
  error: string | undefined;
  register: UseFormRegisterReturn;
  onNewest?: (sshKeyId: string) => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const keys = useQuery(trpc.sshKey.list.queryOptions(wholeInput(workspaceId)));
  const newest = keys.data?.items.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0]
    ?.ssh_key_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first answer chooses
  useEffect(() => {
    if (newest !== undefined) onNewest?.(newest);
  }, [newest]);
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
