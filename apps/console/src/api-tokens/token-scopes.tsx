"use client";

import { ALL_SCOPES } from "@fulmar/contract";
import { Hint } from "@/components/hint.tsx";

/** A token's permissions in a word. Hover or focus lists the scopes. */
export function TokenScopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <Hint text={scopes.join(", ")}>
      {(described) => (
        <button
          type="button"
          {...described}
          className="cursor-default whitespace-nowrap rounded underline decoration-line-strong decoration-dotted
            underline-offset-4"
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
