"use client";

import { MANAGER_ROLES } from "@fulmar/contract";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { PageHeader } from "@/components/page-header.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CreateTokenForm } from "./create-token-form.tsx";
import { type NewToken, TokenValue } from "./token-value.tsx";

/** @param apiUrl the public URL of the API, ending in `/v1` */
export function CreateTokenPage({ apiUrl }: { apiUrl: string }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const [made, setMade] = useState<NewToken | null>(null);
  const list = `/workspaces/${workspaceId}/api-tokens` as const;
  return (
    <div className={made === null ? "" : "max-w-2xl"}>
      <PageHeader
        crumbs={[{ label: "API tokens", href: list }]}
        title={made === null ? "New token" : "Token created"}
      />
      {made === null ? (
        <RoleGate may={MANAGER_ROLES} verbPhrase="create API tokens">
          <CreateTokenForm onCreated={setMade} />
        </RoleGate>
      ) : (
        <TokenValue made={made} apiUrl={apiUrl} onDone={() => router.push(list)} />
      )}
    </div>
  );
}
