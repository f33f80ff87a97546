"use client";

import type { ApiTokenRecord } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** The value from before the rotation while it is valid: its last use, its end, and a button that ends it now. */
export function TokenOldValue({
  token,
  oldValue,
}: {
  token: ApiTokenRecord;
  oldValue: NonNullable<ApiTokenRecord["old_value"]>;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return (
    <section
      aria-label="Old value"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3"
    >
      <div className="min-w-0 flex-1">
        <p>
          The old value <span className="font-mono text-xs">{oldValue.prefix}…</span> works until{" "}
          <DateTime iso={oldValue.until} />.
        </p>
        <p className="text-ink-muted text-xs">
          {oldValue.last_used_at === null ? (
            "It was not used since the rotation."
          ) : (
            <>
              It is still in use, last at <DateTime iso={oldValue.last_used_at} />.
            </>
          )}
        </p>
      </div>
      <DialogButton
        look="remove"
        dialog={(state) => (
          <ConfirmChange
            {...state}
            title={`End the old value of ${token.name}?`}
            lead={
              <>
                Programs that still send the old value are refused from the next request on. The new value keeps
                working.
              </>
            }
            action="End old value"
            change={trpc.apiToken.endOldValue}
            input={{ workspace_id: workspaceId, token_id: token.token_id }}
            plan={trpc.changePlan.apiToken.endOldValue}
            onDone={async () => {
              notify.done(`Ended the old value of ${token.name}`, "It stops working at once.");
              await queryClient.invalidateQueries(trpc.apiToken.pathFilter());
            }}
          />
        )}
      >
        End it now
      </DialogButton>
    </section>
  );
}
