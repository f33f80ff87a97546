"use client";

import { KeyRound, type LucideIcon, Server } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useWorkspace } from "./workspace.tsx";

interface Destination {
  readonly label: string;
  readonly page: "cloud-vms" | "api-tokens";
  readonly icon: LucideIcon;
}

const FAMILIES: readonly { readonly label: string; readonly pages: readonly Destination[] }[] = [
  { label: "Compute", pages: [{ label: "Cloud VMs", page: "cloud-vms", icon: Server }] },
  { label: "Organization", pages: [{ label: "API tokens", page: "api-tokens", icon: KeyRound }] },
];

/** The families that have pages. */
export function Navigation() {
  const { workspaceId } = useWorkspace();
  const path = usePathname();
  return (
    <nav aria-label="Main" className="space-y-5">
      {FAMILIES.map((family) => (
        <div key={family.label}>
          <h2 className="px-2.5 pb-1 font-medium text-ink-subtle text-xs">{family.label}</h2>
          <ul>
            {family.pages.map(({ label, page, icon: Icon }) => {
              const here = path.startsWith(`/workspaces/${workspaceId}/${page}`);
              return (
                <li key={page}>
                  <Link
                    href={`/workspaces/${workspaceId}/${page}`}
                    aria-current={here ? "page" : undefined}
                    className="flex h-9 items-center gap-2.5 rounded-md px-2.5 text-ink-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
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
