"use client";

import { Menu } from "@base-ui/react/menu";
import { MANAGER_ROLES, nameOfRole } from "@fulmar/contract";
import { Check, Plus } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { MENU_ITEM, MENU_LABEL, MENU_POPUP } from "@/components/menu-look.ts";
import { destinationOf, workspaceHref } from "./destinations.ts";
import { WorkspaceTrigger } from "./triggers.tsx";
import { useWorkspace } from "./workspace.tsx";

/** The current workspace, and links to the same page in the other workspaces. */
export function WorkspaceSwitcher({ defaultOpen }: { defaultOpen: boolean }) {
  const { profile, workspaceId, organization } = useWorkspace();
  const roleMayManage = MANAGER_ROLES.includes(organization.role);
  const router = useRouter();
  const page = destinationOf(usePathname())?.page ?? "";
  // The menu is rendered inside the header, for users who navigate by landmarks.
  const [home, setHome] = useState<HTMLDivElement | null>(null);
  return (
    <div ref={setHome} className="min-w-0">
      <Menu.Root defaultOpen={defaultOpen}>
        <Menu.Trigger render={<WorkspaceTrigger />} />
        <Menu.Portal container={home}>
          <Menu.Positioner align="start" sideOffset={6} className="z-40">
            <Menu.Popup className={MENU_POPUP}>
              {profile.organizations.map((candidate) => (
                <Menu.Group key={candidate.organization_id}>
                  <Menu.GroupLabel className={MENU_LABEL}>
                    {candidate.name} · {nameOfRole(candidate.role)}
                  </Menu.GroupLabel>
                  {candidate.workspaces.map(({ workspace_id, name, role }) => (
                    <Menu.Item
                      key={workspace_id}
                      className={MENU_ITEM}
                      onClick={() => router.push(workspaceHref(workspace_id, page))}
                    >
                      <span className="min-w-0 flex-1 truncate">{name}</span>
                      {role !== candidate.role && (
                        <span className="whitespace-nowrap text-ink-muted text-xs">{nameOfRole(role)}</span>
                      )}
                      <span className="font-mono text-ink-subtle text-xs">{workspace_id}</span>
                      <Check
                        className={`size-4 ${workspace_id === workspaceId ? "" : "invisible"}`}
                        aria-label={workspace_id === workspaceId ? "current" : undefined}
                      />
                    </Menu.Item>
                  ))}
                </Menu.Group>
              ))}
              {roleMayManage && (
                <>
                  <Menu.Separator className="my-1 h-px bg-line" />
                  <Menu.Item
                    className={MENU_ITEM}
                    onClick={() => router.push(workspaceHref(workspaceId, "settings/workspaces?new=workspace"))}
                  >
                    <Plus className="size-4 text-ink-muted" aria-hidden />
                    New workspace
                  </Menu.Item>
                </>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
