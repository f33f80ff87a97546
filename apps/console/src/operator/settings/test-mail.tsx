"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";

const AGAIN_MS = 1_000;

/** Sends a mail to the operator's own address, and says what became of it. */
export function TestMail() {
  const trpc = useTRPC();
  const send = useMutation(trpc.operatorSettings.sendTestMail.mutationOptions());
  const sent = useQuery({
    ...trpc.operatorSettings.getTestMail.queryOptions({ mail_id: send.data?.mail_id ?? "none" }),
    enabled: send.data !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === "waiting" ? AGAIN_MS : false),
  });
  return (
    <div className="space-y-3">
      <Button refusal={useOperatorRefusal()} busy={send.isPending} onClick={() => send.mutate()}>
        Send test mail
      </Button>
      {send.error ? <ProblemNotice problem={problemOf(send.error)} /> : null}
      {sent.data && (
        <p role="status" className="text-ink-muted">
          {sent.data.state === "waiting" && `The mail to ${sent.data.recipient} waits to be sent.`}
          {sent.data.state === "sent" && `The mail server took the mail to ${sent.data.recipient}.`}
          {sent.data.state === "failed" &&
            `The mail to ${sent.data.recipient} was not sent. The mail server says: ${sent.data.problem ?? "nothing"}`}
        </p>
      )}
    </div>
  );
}
