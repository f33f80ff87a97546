"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { inWords } from "@/client/in-words.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list.ts";
import { Button } from "@/components/button.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VM_LIST } from "./vm-list-query.ts";

/** What narrows a list of VMs: a part of the name, a status, a site, and a tag that was chosen in a row. */
export function VmListToolbar({ children }: { children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { choice, choose } = useListChoice(VM_LIST);
  const sites = useQuery(sitesQuestion(trpc, { workspaceId }));
  return (
    <ListToolbar
      search={choice.search ?? ""}
      filters={[
        {
          name: "status",
          label: "Status",
          value: choice.status ?? "",
          options: VM_LIST.filters.status.map((status) => [status, inWords(status)] as const),
        },
        {
          name: "site_id",
          label: "Site",
          value: choice.site_id ?? "",
          options: (sites.data?.items ?? []).map(({ site_id, name }) => [site_id, name] as const),
        },
      ]}
      onChoose={choose}
    >
      {choice.tag !== undefined && (
        <Button
          onClick={() => choose({ tag: "" })}
          aria-label={`Show VMs without tag ${choice.tag} too`}
          className="max-w-60"
        >
          <span className="truncate">Tag: {choice.tag}</span>
          <X className="size-3.5 shrink-0" aria-hidden />
        </Button>
      )}
      {children}
    </ListToolbar>
  );
}
