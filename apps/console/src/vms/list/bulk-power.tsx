"use client";

import { listedVmRefusal } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from "lucide-react";
import { useRef, useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { Button } from "@/components/button.tsx";
import { Question } from "@/components/dialog.tsx";
import { TextField } from "@/components/field.tsx";
import { PlanPreview } from "@/components/plan-preview.tsx";
import { POWER, type PowerAction, usePower } from "../power.ts";
import type { AnyVm, VmKind } from "../vm-queries.ts";
import { ForceOption, usePowerPlan } from "../vm-question.tsx";

const counted = (count: number) => (count === 1 ? "1 VM" : `${count} VMs`);

/** Applies a power action to many VMs: first shows which VMs cannot do it, then the result for each. */
export function BulkPower({
  kind,
  action,
  vms,
  open,
  onClose,
}: {
  kind: VmKind;
  action: PowerAction;
  vms: readonly AnyVm[];
  open: boolean;
  onClose: () => void;
}) {
  const { verb, meaning, meaningForMany, forcible } = POWER[action];
  const planFor = usePowerPlan(kind);
  const { results, phase, send, halt } = useBulkPower(kind, action);
  const [force, setForce] = useState(false);
  const [typed, setTyped] = useState("");
  const able = vms.filter((vm) => listedVmRefusal(vm, action) === null);
  const words = counted(able.length);
  const refused = [...results.values()].filter(({ state }) => state === "refused").length;
  const accepted = [...results.values()].filter(({ state }) => state === "accepted").length;
  const refusal =
    able.length === 0
      ? "None of these VMs can do this now."
      : action === "delete" && typed !== words
        ? `Type ${words} above to confirm.`
        : null;
  const close = () => {
    halt();
    onClose();
  };
  return (
    <Question
      open={open}
      onClose={close}
      title={`${verb} ${words}?`}
      lead={able.length === 1 ? meaning : meaningForMany}
      wide
    >
      <form
        className="mt-4 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (phase === "asking" && refusal === null) void send(able, force);
        }}
      >
        {phase === "asking" ? (
          <>
            {forcible && <ForceOption checked={force} onChange={setForce} />}
            <PlanPreview plan={able.map((vm) => planFor(action, vm, force))} />
            {action === "delete" && able.length > 0 && (
              <TextField
                label={`Type ${words} to confirm`}
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            )}
          </>
        ) : (
          <Progress done={accepted + refused} of={able.length} refused={refused} />
        )}
        <ul aria-label="VMs" className="max-h-64 space-y-1.5 overflow-y-auto">
          {vms.map((vm) => (
            <Line
              key={vm.id}
              vm={vm}
              result={results.get(vm.id)}
              unable={listedVmRefusal(vm, action)?.reason ?? null}
            />
          ))}
        </ul>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{phase === "asking" ? "Cancel" : phase === "sending" ? "Stop" : "Close"}</Button>
          {phase !== "done" && (
            <Button
              type="submit"
              look={action === "start" ? "primary" : "danger"}
              busy={phase === "sending"}
              refusal={refusal}
            >
              {verb} {words}
            </Button>
          )}
        </div>
      </form>
    </Question>
  );
}

function Progress({ done, of, refused }: { done: number; of: number; refused: number }) {
  const text = `${done} of ${of} sent${refused > 0 ? `, ${refused} refused` : ""}`;
  return (
    <div>
      <progress value={done} max={of} aria-label="Progress" className="h-2 w-full accent-accent" />
      <p role="status">{text}</p>
    </div>
  );
}

/** @param unable why this VM is skipped, or null if it is included */
function Line({ vm, result, unable }: { vm: AnyVm; result: BulkResult | undefined; unable: string | null }) {
  const reason = result?.state === "refused" ? result.reason : unable;
  return (
    <li className="flex items-start gap-2.5">
      {result === undefined ? (
        <CircleDashed className="mt-0.5 size-4 shrink-0 text-ink-subtle" aria-hidden />
      ) : result.state === "sending" ? (
        <LoaderCircle className="mt-0.5 size-4 shrink-0 animate-spin text-busy" aria-hidden />
      ) : result.state === "accepted" ? (
        <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
      ) : (
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      )}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {vm.name}
        {result?.state === "accepted" && <span className="text-ink-muted"> accepted</span>}
        {reason !== null && (
          <span className={`block text-xs ${result === undefined ? "text-ink-muted" : "text-bad"}`}>
            {result === undefined ? "Left out: " : "Refused: "}
            {reason}
          </span>
        )}
      </span>
    </li>
  );
}

/** The result for one VM. VMs without a result have not been requested yet. */
export type BulkResult =
  | { readonly state: "sending" | "accepted" }
  | { readonly state: "refused"; readonly reason: string };

/** Applies an action to many VMs, one request after another. A refusal does not stop the others. */
export function useBulkPower(kind: VmKind, action: PowerAction) {
  const power = usePower(kind);
  const queryClient = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const [phase, setPhase] = useState<"asking" | "sending" | "done">("asking");
  const halted = useRef<boolean>(false);
  const put = (id: string, result: BulkResult) => setResults((last) => new Map(last).set(id, result));
  const send = async (vms: readonly AnyVm[], force: boolean) => {
    setPhase("sending");
    for (const vm of vms) {
      if (halted.current) break;
      put(vm.id, { state: "sending" });
      try {
        await power(action, vm.id, force);
        put(vm.id, { state: "accepted" });
      } catch (error) {
        put(vm.id, { state: "refused", reason: problemOf(error).detail });
      }
    }
    setPhase("done");
    await queryClient.invalidateQueries();
  };
  return {
    results,
    phase,
    send,
    /** Sends no further requests. Accepted ones continue. */
    halt: () => {
      halted.current = true;
    },
  };
}
