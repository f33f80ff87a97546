"use client";

import { VM_STATES } from "@fulmar/contract";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { inWords } from "@/client/in-words.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { VmFilter } from "./vm-list-query.ts";

const CONTROL =
  "h-9 rounded-md border border-line-strong bg-surface text-sm shadow-card placeholder:text-ink-subtle hover:border-ink-subtle focus-visible:outline-offset-0";

/** Narrows the list by name and status. The filter goes to the address, so that it survives a reload and can be shared. */
export function VmFilters({ filter }: { filter: VmFilter }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const show = (next: { status?: string; name?: string }) => {
    const search = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== ""));
    router.replace(`/workspaces/${workspaceId}/cloud-vms?${search}`);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every assistive technology yet
    <form
      role="search"
      className="mb-4 flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        show({ ...filter, name: String(new FormData(event.currentTarget).get("name")).trim() });
      }}
    >
      <div className="relative min-w-48 flex-1 sm:max-w-72">
        <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-subtle" aria-hidden />
        <input
          name="name"
          type="search"
          aria-label="Name"
          placeholder="Name"
          defaultValue={filter.name ?? ""}
          maxLength={63}
          className={`${CONTROL} w-full pr-3 pl-9`}
        />
      </div>
      <select
        aria-label="Status"
        value={filter.status ?? ""}
        onChange={(event) => show({ ...filter, status: event.currentTarget.value })}
        className={`${CONTROL} appearance-none bg-[image:var(--chevron)] bg-[position:right_0.6rem_center] bg-no-repeat pr-8 pl-3`}
      >
        <option value="">Every status</option>
        {Object.keys(VM_STATES)
          .filter((status) => status !== "deleted")
          .map((status) => (
            <option key={status} value={status}>
              {inWords(status)}
            </option>
          ))}
      </select>
    </form>
  );
}
