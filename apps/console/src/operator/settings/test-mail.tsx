"use client";

import { useMutation } from "@tanstack/react-query";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";
import { TestMailOutcome } from "./test-mail-outcome.tsx";

/** Sends a mail to the operator's own address, and says what became of it. */
export function TestMail() {
  const send = useMutation(useTRPC().operatorSettings.sendTestMail.mutationOptions());
  return (
    <div className="space-y-3">
      <Button refusal={useOperatorRefusal()} busy={send.isPending} onClick={() => send.mutate()}>
        Send test mail
      </Button>
      {send.error ? <ProblemNotice problem={problemOf(send.error)} /> : null}
      {send.data && <TestMailOutcome mail={send.data} />}
    </div>
  );
}
