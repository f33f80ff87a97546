"use client";

import { ALL_SCOPES } from "@fulmar/contract";
import { Hint } from "@/components/hint.tsx";

/** How much a token may do, in a word; which scopes, on hover and focus. */
export function TokenScopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <Hint text={scopes.join(", ")}>
      {(described) => (
        <button
          type="button"
          {...described}
          className="cursor-default whitespace-nowrap rounded underline decoration-line-strong decoration-dotted underline-offset-4"
        >
          {scopes.length === ALL_SCOPES.length
            ? "All scopes"
            : scopes.length === 1
              ? scopes[0]
              : `${scopes.length} scopes`}
        </button>
      )}
    </Hint>
  );
}
