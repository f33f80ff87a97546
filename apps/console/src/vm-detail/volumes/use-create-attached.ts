"use client";

import type { CreateVolume } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVm } from "../vm-place.tsx";

/** How long one answer is held while the volume is made; then it is asked again. */
const HELD_S = 30;

type Stage = "idle" | "creating" | "attaching";

/**
 * Creates a volume at the VM's site, waits until it is there, and attaches it. Where it stops, what was done stays: the
 * volume is on the list of volumes.
 */
export function useCreateAttached({
  onDone,
  onRefused,
}: {
  onDone: (name: string) => void;
  onRefused: (error: unknown) => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { procedures, target } = useVm();
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<Stage>("idle");
  const [failure, setFailure] = useState<string | null>(null);
  const create = useMutation(trpc.volume.create.mutationOptions());
  const attach = useMutation(procedures.vm.attachVolume.mutationOptions());

  const made = async (volumeId: string) => {
    for (;;) {
      const input = { workspace_id: workspaceId, volume_id: volumeId, wait: HELD_S };
      const volume = await queryClient.fetchQuery({ ...trpc.volume.get.queryOptions(input), staleTime: 0 });
      if (volume.status !== "creating") return volume;
    }
  };
  const run = async (input: CreateVolume) => {
    setFailure(null);
    setStage("creating");
    try {
      const { volume_id } = await create.mutateAsync({ workspace_id: workspaceId, ...input });
      const volume = await made(volume_id);
      if (volume.status === "error") return setFailure(volume.error_message ?? "The volume could not be made.");
      setStage("attaching");
      await attach.mutateAsync({ ...target, volume_id });
      onDone(volume.name);
    } catch (error) {
      onRefused(error);
    } finally {
      setStage("idle");
    }
  };
  return { run, stage, failure, error: create.error ?? attach.error };
}
