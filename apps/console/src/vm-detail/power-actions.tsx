"use client";

import { useMutation } from "@tanstack/react-query";
import { type LucideIcon, Play, Power, RotateCw, Trash2 } from "lucide-react";
import { problemOf } from "@/client/problem.ts";
import { POWER, type PowerAction } from "@/cloud-vms/power.ts";
import { VmQuestion } from "@/cloud-vms/vm-question.tsx";
import { Button } from "@/components/button.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { notify } from "@/components/toast-store.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "./vm-place.tsx";

const ASKED = [
  ["stop", Power],
  ["reboot", RotateCw],
  ["delete", Trash2],
] as const satisfies readonly (readonly [PowerAction, LucideIcon])[];

/** Also on a narrow screen. */
const FOUR_IN_A_ROW = "max-sm:gap-1.5 max-sm:px-2";

/** What is done with a VM most often. What cannot be done now says why; starting alone needs no question. */
export function PowerActions() {
  const { kind, vm, procedures, target, refusal } = useVm();
  const begun = useChanged("begun");
  const start = useMutation(
    procedures.vm.start.mutationOptions({
      onSuccess: () => begun(`${POWER.start.doing} ${vm.name}`),
      onError: (error) => notify.failed(`${vm.name} was not started`, problemOf(error).detail),
    }),
  );
  return (
    <>
      <Button
        className={FOUR_IN_A_ROW}
        onClick={() => start.mutate(target)}
        busy={start.isPending}
        refusal={refusal("start")}
      >
        <Play className="size-4" aria-hidden />
        {POWER.start.verb}
      </Button>
      {ASKED.map(([action, Icon]) => (
        <DialogButton
          key={action}
          className={FOUR_IN_A_ROW}
          look={action === "delete" ? "remove" : "secondary"}
          refusal={refusal(action)}
          dialog={(state) => <VmQuestion kind={kind} action={action} vm={vm} {...state} />}
        >
          <Icon className="size-4" aria-hidden />
          {POWER[action].verb}
        </DialogButton>
      ))}
    </>
  );
}
