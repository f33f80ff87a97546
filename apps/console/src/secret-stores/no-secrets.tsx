"use client";

import { SECRET_REFUSALS, type SecretStore } from "@fulmar/contract";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/button.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

/** In place of a table of secrets that has nothing to show. */
export function NoSecrets({ store, narrowed, icon }: { store: SecretStore; narrowed: boolean; icon: ReactNode }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  if (narrowed) {
    return (
      <Panel icon={icon} title="No secret matches">
        <p>Search for another part of the key, or choose another tag or state.</p>
        <div className="mt-5">
          <ButtonLink href={`/workspaces/${workspaceId}/secret-stores/${store.id}`}>Show all secrets</ButtonLink>
        </div>
      </Panel>
    );
  }
  return (
    <Panel icon={icon} title="No secrets yet">
      <p>A secret is a value under a key, such as payments/stripe/api-key. A new value becomes a new version; the earlier ones stay.</p>
      <div className="mt-5">
        <ButtonLink
          href={`/workspaces/${workspaceId}/secret-stores/${store.id}/secrets/new`}
          look="primary"
          refusal={roleRefusal("secret-store.write") ?? (store.status === "archived" ? SECRET_REFUSALS.store_archived : null)}
        >
          Create a secret
        </ButtonLink>
      </div>
    </Panel>
  );
}
