"use client";

import type { OperatorTokenRecord } from "@fulmar/contract";
import { KeyRound, Plus } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { NOWHERE, operatorTokenList } from "./operator-queries.ts";
import { useInstallationChanged } from "./use-changed.ts";
import { useOperatorNames } from "./use-operator-names.ts";
import { useOperatorRefusal } from "./use-refusal.ts";

const CreateOperatorToken = onDemand(async () => (await import("./create-token.tsx")).CreateOperatorToken);

const TOKENS: ListedKind = {
  one: "operator token",
  many: "operator tokens",
  icon: KeyRound,
  purpose: "With an operator token, a program runs the installation by the API, as far as the role of its maker goes.",
};

const column = columnsOf<OperatorTokenRecord>();

const columns = [
  column("name", "Name", ({ name, prefix }) => (
    <div className="min-w-40 py-2">
      <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      <div className="font-mono text-ink-muted text-xs leading-4">{prefix}…</div>
    </div>
  )),
  column("scopes", "Scopes", ({ scopes }) => (
    <span className="whitespace-nowrap">{scopes.includes("operator.write") ? "read and change" : "read"}</span>
  )),
  column("of", "Of", ({ user_id }) => <Maker userId={user_id} />),
  column("ranges", "From", ({ allowed_ip_ranges }) =>
    allowed_ip_ranges.length === 0 ? (
      <span className="text-ink-subtle">anywhere</span>
    ) : (
      <span className="block max-w-48 truncate font-mono text-xs" title={allowed_ip_ranges.join(", ")}>
        {allowed_ip_ranges.join(", ")}
      </span>
    ),
  ),
  column("used", "Last used", ({ last_used_at }) =>
    last_used_at === null ? <span className="text-ink-subtle">never</span> : <DateTime iso={last_used_at} />,
  ),
  column("expires", "Expires", ({ expires_at }) => <DateTime iso={expires_at} day />),
  column("actions", hiddenTitle("Actions"), (token) => <TokenMenu token={token} />),
];

/** The person whose token it is. */
function Maker({ userId }: { userId: string }) {
  return <span className="block max-w-48 truncate">{useOperatorNames().get(userId) ?? userId}</span>;
}

function TokenMenu({ token: { token_id, name } }: { token: OperatorTokenRecord }) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  return (
    <DeleteAction
      deletion={trpc.operatorToken.revoke}
      input={{ token_id }}
      plan={trpc.changePlan.operatorToken.revoke}
      onDeleted={() => changed(`Revoked ${name}`, "It stops working at once.")}
      verb="Revoke"
      what="token"
      name={name}
      lead="Programs that use this token are refused from the next request on. This cannot be undone."
      typed
      refusal={useOperatorRefusal()}
      row={name}
    />
  );
}

/** The tokens by which programs run the installation. */
export function OperatorTokenListPage() {
  return (
    <>
      <PageHeader title="Tokens" lead="With these, programs run the installation. They are no tokens of tenants.">
        <DialogButton
          look="primary"
          refusal={useOperatorRefusal()}
          dialog={(state) => <CreateOperatorToken {...state} />}
        >
          <Plus className="size-4" aria-hidden />
          New token
        </DialogButton>
      </PageHeader>
      <ListTable
        list={operatorTokenList}
        path={NOWHERE}
        kind={TOKENS}
        label="Operator tokens"
        columns={columns}
        keyOf={({ token_id }) => token_id}
      />
    </>
  );
}
