"use client";

import { rolesWith } from "@fulmar/contract";
import { onDemand } from "@/client/on-demand.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { useRoleRefusal } from "@/settings/use-role.ts";

const AddFunds = onDemand(async () => (await import("./add-funds.tsx")).AddFunds);

export function AddFundsButton() {
  const refusal = useRoleRefusal(rolesWith("billing.write"));
  return (
    <DialogButton refusal={refusal} dialog={(state) => <AddFunds {...state} />}>
      Add funds
    </DialogButton>
  );
}
