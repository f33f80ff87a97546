"use client";

import type { OperatorSingleSignOn } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

/** Asks the sign-in provider how it is used, and says what failed. */
export function CheckSingleSignOn() {
  const check = useMutation(useTRPC().operatorSettings.checkSingleSignOn.mutationOptions());
  return (
    <div className="space-y-3">
      <Button busy={check.isPending} onClick={() => check.mutate()}>
        Check single sign-on
      </Button>
      {check.error ? <ProblemNotice problem={problemOf(check.error)} /> : null}
      {check.data && <SignOnOutcome found={check.data} />}
    </div>
  );
}

/** What a check of a sign-in provider found, and what it could not prove. */
export function SignOnOutcome({ found: { issuer, problem, unproven } }: { found: OperatorSingleSignOn }) {
  return (
    <p role="status" className="text-ink-muted [overflow-wrap:anywhere]">
      {problem ?? [`${issuer} answers as single sign-on needs it.`, ...unproven].join(" ")}
    </p>
  );
}
