"use client";

import { ALL_SCOPES, type ApiTokenEvent, type ApiTokenRecord } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AuditTable } from "@/audit/audit-table.tsx";
import { USES_EVERY_MS } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button, ButtonLink } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { describeCeilings, GUARDS } from "./guard-choice.tsx";
import { RevokeToken } from "./revoke-token.tsx";
import { TokenOldValue } from "./token-old-value.tsx";
import { tokenMakerOf } from "./token-people.ts";
import { tokenInputs } from "./token-queries.ts";
import { TokenScopes } from "./token-scopes.tsx";
import { TokenExpiry, TokenLastUse } from "./token-times.tsx";
import { type NewToken, TokenValue } from "./token-value.tsx";
import { TokenWorkspaces } from "./token-workspaces.tsx";

/** Loaded on demand, because they include the contract's rules. */
const EditToken = onDemand(async () => (await import("./edit-token.tsx")).EditToken);
const RotateToken = onDemand(async () => (await import("./rotate-token.tsx")).RotateToken);

/** @param apiUrl the public URL of the API, ending in `/v1` */
export function TokenDetailPage({ tokenId, apiUrl }: { tokenId: string; apiUrl: string }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const [made, setMade] = useState<NewToken | null>(null);
  const [dialog, setDialog] = useState<"edit" | "rotate" | null>(null);
  const list = `/workspaces/${workspaceId}/api-tokens` as const;
  const token = useQuery({
    ...trpc.apiToken.get.queryOptions(tokenInputs(workspaceId, tokenId).token),
    refetchInterval: USES_EVERY_MS,
  });
  const close = () => setDialog(null);
  if (made !== null) {
    return (
      <div className="max-w-2xl">
        <PageHeader crumbs={[{ label: "API tokens", href: list }]} title="Token rotated" />
        <TokenValue
          made={made}
          apiUrl={apiUrl}
          lead="The old value keeps working for the time you chose."
          onDone={() => setMade(null)}
        />
      </div>
    );
  }
  return (
    <>
      <PageHeader crumbs={[{ label: "API tokens", href: list }]} title={token.data?.name ?? "API token"}>
        {token.data && (
          <>
            <Button onClick={() => setDialog("edit")}>Edit</Button>
            <Button onClick={() => setDialog("rotate")} refusal={expiredRefusal(token.data.expires_at)}>
              Rotate
            </Button>
            <RevokeToken token={token.data} onRevoked={() => router.push(list)} />
          </>
        )}
      </PageHeader>
      <Loaded query={token} skeleton={<BlockSkeleton />}>
        {(data) => (
          <div className="space-y-8">
            {data.old_value !== null && <TokenOldValue token={data} oldValue={data.old_value} />}
            <TokenFacts token={data} />
            <TokenActivity tokenId={tokenId} />
            <TokenHistory events={data.events} />
            {dialog === "edit" && <EditToken token={data} onClose={close} />}
            {dialog === "rotate" && <RotateToken token={data} onClose={close} onRotated={setMade} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

function expiredRefusal(expiresAt: string | null): string | null {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? "The token has expired; create a new one." : null;
}

/** The token's recent changes in the current workspace, and its refused requests. */
function TokenActivity({ tokenId }: { tokenId: string }) {
  const { workspaceId, workspaceName } = useWorkspace();
  const trpc = useTRPC();
  const events = useQuery(trpc.auditEvent.list.queryOptions(tokenInputs(workspaceId, tokenId).activity));
  return (
    <Section
      title="Recent activity"
      lead={`Changes it made in ${workspaceName}, and changes it was refused. Reads are not recorded.`}
      actions={
        <ButtonLink href={`/workspaces/${workspaceId}/audit?actor_id=${encodeURIComponent(tokenId)}`}>
          See all
        </ButtonLink>
      }
    >
      <Loaded query={events} skeleton={<TableSkeleton rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="rounded-lg border border-line border-dashed px-4 py-6 text-center text-ink-muted">
              It has changed nothing here yet.
            </p>
          ) : (
            <AuditTable events={items} ofOne />
          )
        }
      </Loaded>
    </Section>
  );
}

/** The properties of a token and its last use. */
function TokenFacts({ token }: { token: ApiTokenRecord }) {
  return (
    <Facts
      label="Token"
      facts={[
        ["Id", <Copyable key="id" text={token.token_id} label="id" />],
        ["Value", <span key="value" className="font-mono text-xs">{`${token.prefix}…`}</span>],
        ["Workspaces", <TokenWorkspaces key="workspaces" token={token} />],
        ["Last used", <TokenLastUse key="used" token={token} />],
        ["Expires", <TokenExpiry key="expires" expiresAt={token.expires_at} />],
        ["Created", <Created key="created" token={token} />],
        [
          "Rotated",
          token.rotated_at === null ? (
            <None key="rotated" text="never" />
          ) : (
            <DateTime key="rotated" iso={token.rotated_at} />
          ),
        ],
        ["Guard", GUARDS[token.guard][0]],
        ["Ceilings per hour", describeCeilings(token)],
        [
          "Allowed IP ranges",
          token.allowed_ip_ranges.length === 0 ? (
            <None key="ranges" text="anywhere" />
          ) : (
            <List key="ranges" items={token.allowed_ip_ranges} />
          ),
        ],
        [
          "Refused from elsewhere",
          token.allowed_ip_ranges.length === 0 ? null : <Refused key="refused" token={token} />,
        ],
        [
          "Scopes",
          token.scopes.length === ALL_SCOPES.length ? (
            <TokenScopes key="scopes" scopes={token.scopes} />
          ) : (
            <List key="scopes" items={token.scopes} />
          ),
        ],
      ]}
    />
  );
}

function Created({ token }: { token: ApiTokenRecord }) {
  return (
    <>
      <DateTime iso={token.created_at} />{" "}
      <span className="text-ink-subtle">
        {tokenMakerOf(token)}
        {token.created_by !== null && ` (${token.created_by.email})`}
      </span>
    </>
  );
}

/** The last request from outside the token's ranges, as a warning: the value may have leaked. */
function Refused({ token: { last_refused } }: { token: ApiTokenRecord }) {
  if (last_refused === null) return <None text="never" />;
  return (
    <span className="text-warn">
      <DateTime iso={last_refused.at} />{" "}
      {last_refused.ip !== null && <span className="font-mono text-xs">from {last_refused.ip}</span>}
    </span>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1">
      {items.map((item) => (
        <li key={item} className="rounded bg-quiet-soft px-1.5 py-0.5 font-mono text-xs">
          {item}
        </li>
      ))}
    </ul>
  );
}

function None({ text }: { text: string }) {
  return <span className="text-ink-subtle">{text}</span>;
}

const WORDS: Readonly<Record<string, string>> = {
  "apiToken.create": "Created",
  "apiToken.update": "Changed",
  "apiToken.rotate": "Rotated",
  "apiToken.endOldValue": "Old value ended",
};

const column = columnsOf<ApiTokenEvent>();
const columns = [
  column("what", "What", (event) => WORDS[event.action] ?? event.action),
  column("who", "By", (event) => event.actor_name),
  column("from", "From", (event) => <From address={event.source_ip} />),
  column("at", "When", (event) => <DateTime iso={event.at} />),
];

/** The source address. Commands of an operator have none. */
function From({ address }: { address: string | null }) {
  return address === null ? (
    <span className="text-ink-subtle">the command line</span>
  ) : (
    <span className="font-mono text-xs">{address}</span>
  );
}

/** The changes of a token. */
function TokenHistory({ events }: { events: readonly ApiTokenEvent[] }) {
  return (
    <Section title="Changes of the token">
      <DataTable label="List of changes" columns={columns} rows={events} keyOf={(event) => event.audit_event_id} />
    </Section>
  );
}
