"use client";

import { listRoles, nameOfRole, type Role } from "@fulmar/contract";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ButtonLink } from "./button.tsx";
import { Panel } from "./problem-panel.tsx";

/**
 * A form for those who may send it. Other members see who may and whom to ask, before they fill anything in.
 * @param may the roles that may; `rolesWith(scope)` for a scope
 * @param verbPhrase the action, as it follows "may": "create VPCs"
 */
export function RoleGate({
  may,
  verbPhrase,
  children,
}: {
  may: readonly Role[];
  verbPhrase: string;
  children: ReactNode;
}) {
  const { organization, workspaceId, workspaceName, role } = useWorkspace();
  if (may.includes(role)) return children;
  return (
    <Panel icon={<Lock className="size-5" aria-hidden />} title={`You may not ${verbPhrase}`}>
      <p>
        Only {listRoles(may)} of {organization.name} may; your role
        {role === organization.role ? "" : ` in ${workspaceName}`} is {nameOfRole(role)}. Ask an owner or admin to do it
        for you, or to change your role.
      </p>
      <div className="mt-5">
        <ButtonLink href={workspaceHref(workspaceId, "settings/members")}>See who they are</ButtonLink>
      </div>
    </Panel>
  );
}
