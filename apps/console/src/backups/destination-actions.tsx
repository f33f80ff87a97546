"use client";

import type { BackupDestination } from "@fulmar/contract";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

export const ChangeDestination = onDemand(async () => (await import("./change-destination.tsx")).ChangeDestination);

/** @param inRow puts it in the menu of a table's row */
export function DeleteDestination({
  destination,
  inRow = false,
  onDeleted,
}: {
  destination: BackupDestination;
  inRow?: boolean;
  onDeleted?: () => void;
}) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { destination_id, name } = destination;
  return (
    <DeleteAction
      deletion={trpc.backupDestination.delete}
      input={{ workspace_id: workspaceId, destination_id }}
      plan={trpc.changePlan.backupDestination.delete}
      onDeleted={() => {
        onDeleted?.();
        return changed(`Deleted ${name}`);
      }}
      what="destination"
      name={name}
      lead="What the bucket holds stays there, and opens with its key alone. Backups are copied there no more, and its
        copies are listed no more."
      typed
      label={`Delete ${name}`}
      refusal={roleRefusal("vm.write")}
      row={inRow ? name : undefined}
      others={[
        {
          label: "Change",
          refusal: roleRefusal("vm.write"),
          dialog: (state) => <ChangeDestination destination={destination} {...state} />,
        },
      ]}
    />
  );
}
