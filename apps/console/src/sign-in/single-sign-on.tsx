"use client";

import type { ErrorBody } from "@fulmar/contract";
import { useState } from "react";
import { send } from "@/client/send.ts";
import { Button } from "@/components/button.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

/** Goes to the sign-in page of the configured provider, and returns to the page that led here. */
export function SingleSignOnButton({ name, invitation }: { name: string; invitation?: string }) {
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    const { isReturnPath } = await import("@fulmar/contract/console");
    const next = invitation ?? new URLSearchParams(window.location.search).get("next");
    const sent = await send<{ url: string }>("POST", "/api/sso", next !== null && isReturnPath(next) ? { next } : {});
    if (sent.ok) window.location.assign(sent.body.url);
    else {
      setRefusal(sent.problem);
      setBusy(false);
    }
  };
  return (
    <div className="space-y-4">
      {refusal && <ProblemNotice problem={refusal} />}
      <Button className="w-full" busy={busy} onClick={() => void go()}>
        Sign in with {name}
      </Button>
    </div>
  );
}
