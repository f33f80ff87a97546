"use client";

import { SECRET_REFUSALS } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { firstPage } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useList, useListChoice } from "@/client/use-list.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { ResourceList } from "@/components/resource-list.tsx";
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
    "A secret is a value under a key, such as payments/stripe/api-key. A new value becomes a new version; the earlier ones stay.",
  hint: "Search for another part of the key, or choose another tag or state.",
};

/** The create page of a store's secrets, below the workspace, and why it may not be used, or null if it may. */
function useNewSecret() {
  const { roleRefusal } = useWorkspace();
  const { id, status } = useStore();
  return {
    page: `secret-stores/${id}/secrets/new`,
    refusal: roleRefusal("secret-store.write") ?? (status === "archived" ? SECRET_REFUSALS.store_archived : null),
  };
}

/** The secrets of a store, without their values. */
export function SecretList(path: StorePath) {
  const { workspaceId } = path;
  const { page, refusal } = useNewSecret();
  const list = useListChoice(secretList);
  const trpc = useTRPC();
  // Offers the tags of the newest secrets.
  const newest = useQuery(firstPage(secretList, trpc, path, {}));
  const tags = [
    ...new Set([
      ...(newest.data?.items.flatMap((secret) => secret.tags) ?? []),
      ...(list.choice.tag === undefined ? [] : [list.choice.tag]),
    ]),
  ].sort((one, other) => one.localeCompare(other));
  return (
    <>
      {/* Also above an empty list, because its filter finds deleted secrets that can be restored. */}
      <ListToolbar
        search={list.choice.search ?? ""}
        searchLabel="Search by key"
        filters={[
          { name: "tag", label: "Tag", value: list.choice.tag ?? "", options: tags.map((tag) => [tag, tag]) },
          {
            name: "deleted",
            label: "State",
            value: list.choice.deleted ?? "",
            options: [["true", "deleted, can be restored"]],
          },
        ]}
        onChoose={list.choose}
      >
        <span className="ml-auto">
          <ButtonLink href={workspaceHref(workspaceId, page)} look="primary" refusal={refusal}>
            <Plus className="size-4" aria-hidden />
            New secret
          </ButtonLink>
        </span>
      </ListToolbar>
      <SecretTable {...path} />
    </>
  );
}

function SecretTable(path: StorePath) {
  const { page, refusal } = useNewSecret();
  const list = useList(secretList, path);
  const deleted = list.choice.deleted !== undefined;
  return (
    <ResourceList
      kind={{ ...SECRETS, next: { page, words: "Create a secret" } }}
      list={list}
      query={list.query}
      pages={list.pages}
      refusal={refusal}
    >
      {(items) => (
        <DataTable
          label="Secrets"
          columns={deleted ? deletedSecretColumns : secretColumns}
          rows={items}
          keyOf={({ id }) => id}
          sort={{
            by: list.choice.sort ?? "-created_at",
            fields: { key: "key", created: "created_at" },
            onSort: (sort) => list.choose({ sort }),
          }}
        />
      )}
    </ResourceList>
  );
}
