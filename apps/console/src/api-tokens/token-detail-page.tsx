"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { USES_EVERY_MS } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { RevokeToken } from "./revoke-token.tsx";
import { TokenActivity } from "./token-activity.tsx";
import { TokenFacts } from "./token-facts.tsx";
import { TokenHistory } from "./token-history.tsx";
import { TokenOldValue } from "./token-old-value.tsx";
import { tokenInputs } from "./token-queries.ts";
import { type NewToken, TokenValue } from "./token-value.tsx";

/** These come when they are asked for: they bring the contract's rules with them. */
const EditToken = onDemand(async () => (await import("./edit-token.tsx")).EditToken);
const RotateToken = onDemand(async () => (await import("./rotate-token.tsx")).RotateToken);

/** @param apiUrl where programs reach the API, ending in `/v1` */
export function TokenDetailPage({ tokenId, apiUrl }: { tokenId: string; apiUrl: string }) {
  const { organization, workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const [made, setMade] = useState<NewToken | null>(null);
  const [dialog, setDialog] = useState<"edit" | "rotate" | null>(null);
  const list = `/workspaces/${workspaceId}/api-tokens` as const;
  const token = useQuery({
    ...trpc.apiToken.get.queryOptions(tokenInputs(organization.organization_id, workspaceId, tokenId).token),
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
          lead="The old value goes on for as long as you chose."
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
