"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { destinationOf, FAMILIES, workspaceHref } from "./destinations.ts";
import { useWorkspace } from "./workspace.tsx";

/** The families and their pages. */
export function Navigation() {
  const { workspaceId } = useWorkspace();
  const here = destinationOf(usePathname());
  return (
    <nav aria-label="Main" className="space-y-3">
      {FAMILIES.map((family) => (
        <div key={family.label}>
          {family.label !== null && <h2 className="px-2.5 pb-0.5 font-medium text-ink-subtle text-xs">{family.label}</h2>}
          <ul>
            {family.pages.map((destination) => {
              const { label, page, icon: Icon } = destination;
              return (
                <li key={page}>
                  <Link
                    href={workspaceHref(workspaceId, page)}
                    aria-current={destination === here ? "page" : undefined}
                    className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-ink-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
                  >
                    <Icon className="size-4" aria-hidden />
                    {label}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
