"use client";

import { SECRET_REFUSALS } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { firstPage } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list.ts";
import { ButtonLink } from "@/components/button.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { deletedSecretColumns, secretColumns } from "./secret-columns.tsx";
import { type StorePath, secretList } from "./secret-queries.ts";
import { useStore } from "./store-frame.tsx";

const SECRETS = {
  one: "secret",
  many: "secrets",
  icon: KeyRound,
  purpose:
    "A secret is a value under a key, such as payments/stripe/api-key. A new value becomes a new version; the " +
    "earlier ones stay.",
  hint: "Search for another part of the key, or choose another tag or state.",
};

/** The secrets of a store, without their values. */
export function SecretList(path: StorePath) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const { id, status } = useStore();
  const page = `secret-stores/${id}/secrets/new`;
  const refusal = roleRefusal("secret-store.write") ?? (status === "archived" ? SECRET_REFUSALS.store_archived : null);
  const { choice } = useListChoice(secretList);
  // Offers the tags of the newest secrets.
  const newest = useQuery(firstPage(secretList, useTRPC(), path, {}));
  const tags = [
    ...new Set([...(newest.data?.items.flatMap((secret) => secret.tags) ?? []), ...(choice.tag ?? [])]),
  ].sort((one, other) => one.localeCompare(other));
  return (
    <ListTable
      list={secretList}
      path={path}
      kind={{ ...SECRETS, next: { page, words: "Create a secret" } }}
      label="Secrets"
      refusal={refusal}
      // Also above an empty list, because its filter finds deleted secrets that can be restored.
      toolbar="always"
      searchLabel="Search by key"
      filters={{
        tag: ["Tag", tags.map((tag) => [tag, tag] as const)],
        deleted: ["State", () => "deleted, can be restored"],
      }}
      controls={
        <span className="ml-auto">
          <ButtonLink href={workspaceHref(workspaceId, page)} look="primary" refusal={refusal}>
            <Plus className="size-4" aria-hidden />
            New secret
          </ButtonLink>
        </span>
      }
      columns={choice.deleted === undefined ? secretColumns : deletedSecretColumns}
      sortedBy={{ key: "key", created: "created_at" }}
      keyOf={(secret) => secret.id}
    />
  );
}
