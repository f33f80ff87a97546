"use client";

import type { Volume } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { Section } from "@/components/facts.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ForceOption } from "./force-option.tsx";
import { useVolumeRefusal } from "./volume-actions.tsx";

export function DeleteVolume({ volume, onDeleted }: { volume: Volume; onDeleted: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [force, setForce] = useState(false);
  const refusal = useVolumeRefusal(volume)("delete");
  const remove = useMutation(
    trpc.volume.delete.mutationOptions({
      onSuccess: async () => {
        notify.done(`Deleted ${volume.name}`);
        onDeleted();
        await queryClient.invalidateQueries(trpc.volume.list.pathFilter());
      },
    }),
  );
  return (
    <Section title="Delete" lead="What is on the volume is lost. Its history stays readable.">
      <Button
        look="remove"
        refusal={refusal}
        onClick={() => {
          remove.reset();
          setForce(false);
          setOpen(true);
        }}
      >
        Delete volume
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete ${volume.name}?`}
        lead="What is on it is lost. This cannot be undone."
        action="Delete volume"
        typeName={volume.name}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ workspace_id: workspaceId, volume_id: volume.volume_id, force })}
      >
        <ForceOption checked={force} onChange={setForce} />
      </Confirm>
    </Section>
  );
}
