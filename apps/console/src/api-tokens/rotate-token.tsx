"use client";

import type { ApiTokenRecord, RotationOverlap } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { NewToken } from "./token-value.tsx";

const OVERLAPS: readonly (readonly [overlap: RotationOverlap, title: string, meaning: string])[] = [
  ["now", "Ends now", "The value may have leaked"],
  ["1h", "1 hour", "One place uses it"],
  ["24h", "24 hours", "A few places use it"],
  ["7d", "7 days", "Many places or people use it"],
];

/** Asks how long the old value stays valid beside the new one, then rotates. */
export function RotateToken({
  token,
  onClose,
  onRotated,
}: {
  token: ApiTokenRecord;
  onClose: () => void;
  onRotated: (made: NewToken) => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState<RotationOverlap>("24h");
  const rotate = useMutation(
    trpc.apiToken.rotate.mutationOptions({
      onSuccess: async ({ token: value }) => {
        onClose();
        onRotated({
          name: token.name,
          token: value,
          workspaceId: token.workspace_ids[0],
          fromRanges: token.allowed_ip_ranges.length > 0,
        });
        await queryClient.invalidateQueries(trpc.apiToken.pathFilter());
      },
      // Another user may have rotated it, so the page is refreshed.
      onError: () => queryClient.invalidateQueries(trpc.apiToken.get.pathFilter()),
    }),
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Rotate ${token.name}?`}
      lead={
        <>
          It gets a new value, with the same scopes, workspaces, IP ranges and expiry. The old value keeps working for
          as long as you choose, so that you have time to replace it everywhere.
        </>
      }
      action="Rotate token"
      busy={rotate.isPending}
      error={rotate.error}
      onSubmit={(event) => {
        event.preventDefault();
        rotate.mutate({
          workspace_id: workspaceId,
          token_id: token.token_id,
          overlap,
          replaces: token.prefix,
        });
      }}
    >
      {token.old_value !== null && (
        <p className="rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
          The value <span className="font-mono text-xs">{token.old_value.prefix}…</span> from before the last rotation
          still works. It ends at once: two values are in force at most.
        </p>
      )}
      <ChoiceGroup legend="Old value" error={undefined}>
        {OVERLAPS.map(([option, title, meaning]) => (
          <ChoiceCard
            key={option}
            name="overlap"
            value={option}
            title={title}
            checked={overlap === option}
            onChange={() => setOverlap(option)}
          >
            {meaning}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
    </FormDialog>
  );
}
