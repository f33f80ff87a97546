"use client";

import type { OperatorQuotaClass } from "@fulmar/contract";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { useInstallationChanged } from "../use-changed.ts";

export function MakeDefault({
  quotaClass: { class_id, name },
  ...state
}: { quotaClass: OperatorQuotaClass } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  return (
    <ConfirmChange
      {...state}
      change={trpc.operatorQuotaClass.setDefault}
      input={{ class_id }}
      plan={trpc.changePlan.operatorQuotaClass.setDefault}
      onDone={() => changed(`New organizations are of the class ${name} now`)}
      title={`Make ${name} the default?`}
      action="Make default"
      lead="New organizations are of this class. Others keep theirs."
    />
  );
}
