"use client";

import { ALL_SCOPES } from "@fulmar/contract";
import type { ReactNode } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { Button } from "@/components/button.tsx";
import { FormSummary } from "@/components/form-summary.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type CreateTokenValues, draftOf } from "./create-token-values.ts";
import { tokenRefusal } from "./token-manager.ts";

/**
 * These come after the form: the one reads ranges with the contract's own rules, the other tells the day where the
 * reader is.
 */
const TokenWarnings = onDemand(async () => (await import("./token-warnings.tsx")).TokenWarnings);
const TokenEnd = onDemand(async () => (await import("./token-end.tsx")).TokenEnd);

/**
 * What the choices come to, what may not be meant, and the button that makes the token: in sight wherever the form is
 * scrolled to.
 */
export function TokenSummary({ values, busy }: { values: CreateTokenValues; busy: boolean }) {
  const { organization } = useWorkspace();
  const draft = draftOf(values);
  const { name, scopes, everywhere, expiresAt, ranges } = draft;
  const lines: readonly (readonly [term: string, value: ReactNode])[] = [
    ["Name", name || "—"],
    [
      "Scopes",
      scopes.length === ALL_SCOPES.length
        ? "all"
        : scopes.length === 0
          ? "—"
          : `${scopes.length} of ${ALL_SCOPES.length}`,
    ],
    ["Workspaces", everywhere ? "all" : `${values.workspace_ids.length} of ${organization.workspaces.length}`],
    [
      "Expires",
      values.lifetime === "day" && values.expires_at === "" ? "—" : <TokenEnd key="expires" expiresAt={expiresAt} />,
    ],
    ["From", ranges.length === 0 ? "anywhere" : ranges.length === 1 ? "1 range" : `${ranges.length} ranges`],
  ];
  return (
    <FormSummary lines={lines}>
      <TokenWarnings draft={draft} />
      <Button type="submit" look="primary" className="mt-4 w-full" busy={busy} refusal={tokenRefusal(organization)}>
        Create token
      </Button>
      <p className="mt-2 text-ink-subtle text-xs">
        Scopes and workspaces stay as they are. The rest can be changed later.
      </p>
    </FormSummary>
  );
}
