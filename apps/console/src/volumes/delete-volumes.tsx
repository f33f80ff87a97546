"use client";

import type { Volume } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ForceOption } from "./force-option.tsx";

interface Refused {
  readonly volume: Volume;
  readonly error: unknown;
}

/**
 * Deletes volumes one after another: what one of them refuses keeps none of the others.
 * @param onDone gets the ids of those that are left
 */
export function DeleteVolumes({
  volumes,
  onDone,
}: {
  volumes: readonly Volume[];
  onDone: (left: ReadonlySet<string>) => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [force, setForce] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const remove = useMutation(trpc.volume.delete.mutationOptions());
  const count = volumes.length === 1 ? "1 volume" : `${volumes.length} volumes`;

  const removeAll = async () => {
    setBusy(true);
    const failures: Refused[] = [];
    for (const volume of volumes) {
      try {
        await remove.mutateAsync({ workspace_id: workspaceId, volume_id: volume.volume_id, force });
      } catch (error) {
        failures.push({ volume, error });
      }
    }
    setBusy(false);
    setRefused(failures);
    const deleted = volumes.length - failures.length;
    if (deleted > 0) notify.done(deleted === 1 ? "Deleted 1 volume" : `Deleted ${deleted} volumes`);
    if (failures.length === 0) setOpen(false);
    onDone(new Set(failures.map(({ volume }) => volume.volume_id)));
    await queryClient.invalidateQueries(trpc.volume.pathFilter());
  };

  return (
    <>
      <Button
        look="remove"
        onClick={() => {
          setRefused([]);
          setForce(false);
          setOpen(true);
        }}
      >
        <Trash2 className="size-4" aria-hidden />
        Delete
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete ${count}?`}
        lead="What is on them is lost. This cannot be undone."
        action={`Delete ${count}`}
        typeName={count}
        busy={busy}
        error={null}
        onConfirm={() => void removeAll()}
      >
        {refused.map(({ volume, error }) => {
          const problem = problemOf(error);
          return (
            <ProblemNotice
              key={volume.volume_id}
              problem={{ ...problem, detail: `${volume.name}: ${problem.detail}` }}
            />
          );
        })}
        <ul aria-label="Volumes to delete" className="max-h-40 list-disc overflow-y-auto pl-5">
          {volumes.map(({ volume_id, name, size_gb }) => (
            <li key={volume_id} className="[overflow-wrap:anywhere]">
              {name} <span className="text-ink-muted">({size_gb} GB)</span>
            </li>
          ))}
        </ul>
        <ForceOption checked={force} onChange={setForce} />
      </Confirm>
    </>
  );
}
