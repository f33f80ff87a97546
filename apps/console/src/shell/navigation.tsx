"use client";

import { usePathname } from "next/navigation";
import { WaitingCount } from "@/approvals/waiting-count.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { type Destination, destinationOf, FAMILIES, workspaceHref } from "./destinations.ts";
import { useWorkspace } from "./workspace.tsx";

/** The page whose entry says how much waits there. */
const APPROVALS = "approvals";

/** The families and their pages. */
export function Navigation() {
  const here = destinationOf(usePathname());
  return (
    <nav aria-label="Main" className="space-y-3">
      {FAMILIES.map((family) => (
        <div key={family.label}>
          {family.label !== null && (
            <h2 className="px-2.5 pb-0.5 font-medium text-ink-subtle text-xs">{family.label}</h2>
          )}
          <ul>
            {family.pages.map((destination) => (
              <li key={destination.page}>
                <Entry destination={destination} here={destination === here} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({ destination: { label, page, icon: Icon }, here }: { destination: Destination; here: boolean }) {
  const { workspaceId } = useWorkspace();
  return (
    <PromptLink
      href={workspaceHref(workspaceId, page)}
      aria-current={here ? "page" : undefined}
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-ink-muted transition-colors hover:bg-hover
        hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <Icon className="size-4" aria-hidden />
      {label}
      {page === APPROVALS && <WaitingCount />}
    </PromptLink>
  );
}
