import type { OperatorSingleSignOn } from "@fulmar/contract";

/** What a check of a sign-in provider found, and what it could not prove. */
export function SignOnOutcome({ found: { issuer, problem, unproven } }: { found: OperatorSingleSignOn }) {
  return (
    <p role="status" className="text-ink-muted [overflow-wrap:anywhere]">
      {problem ?? [`${issuer} answers as single sign-on needs it.`, ...unproven].join(" ")}
    </p>
  );
}
