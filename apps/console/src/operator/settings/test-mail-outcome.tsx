"use client";

import type { OperatorTestMail } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";

const AGAIN_MS = 1_000;

/** What became of a test mail. It is asked until it is known. */
export function TestMailOutcome({ mail: { mail_id } }: { mail: Pick<OperatorTestMail, "mail_id"> }) {
  const { data } = useQuery({
    ...useTRPC().operatorSettings.getTestMail.queryOptions({ mail_id }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === "waiting" ? AGAIN_MS : false),
  });
  return (
    data && (
      <p role="status" className="text-ink-muted [overflow-wrap:anywhere]">
        {data.state === "waiting" && `The mail to ${data.recipient} waits to be sent.`}
        {data.state === "sent" && `The mail server took the mail to ${data.recipient}.`}
        {data.state === "failed" &&
          `The mail to ${data.recipient} was not sent. The mail server says: ${data.problem ?? "nothing"}`}
      </p>
    )
  );
}
