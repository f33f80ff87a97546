"use client";

import { type Membership, nameOfRole, type Profile, ROLE_SCOPES, ROLES, type Role, type Scope } from "@fulmar/contract";
import { createContext, type ReactNode, use, useEffect, useMemo } from "react";
import { rememberWorkspace } from "./last-workspace.ts";
import { ProfileProvider } from "./profile.tsx";

interface Place {
  readonly profile: Profile;
  readonly organization: Membership;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** The user's role in the workspace. That in the organization is the organization's `role`. */
  readonly role: Role;
  /** Why the user's role in the workspace lacks this scope, or null if it has it. */
  readonly roleRefusal: (scope: Scope, among?: readonly Role[]) => string | null;
}

/** Null outside of a workspace, for example on the sign-in page. */
export const WorkspaceContext = createContext<Place | null>(null);

/** Provides the signed-in user and the workspace to the pages below. */
export function WorkspaceProvider({
  profile,
  organization,
  workspaceId,
  children,
}: Pick<Place, "profile" | "organization" | "workspaceId"> & { children: ReactNode }) {
  const place = useMemo(() => {
    const here = organization.workspaces.find(({ workspace_id }) => workspace_id === workspaceId);
    const workspaceName = here?.name ?? workspaceId;
    const role = here?.role ?? organization.role;
    const roleRefusal = (scope: Scope, among: readonly Role[] = ROLES) =>
      ROLE_SCOPES[role].includes(scope) && among.includes(role)
        ? null
        : `Your role in ${role === organization.role ? organization.name : workspaceName} ` +
          `(${nameOfRole(role)}) does not allow this; ask an owner or admin.`;
    return { profile, organization, workspaceId, workspaceName, role, roleRefusal };
  }, [profile, organization, workspaceId]);
  useEffect(() => rememberWorkspace(workspaceId), [workspaceId]);
  return (
    <ProfileProvider profile={profile}>
      <WorkspaceContext value={place}>{children}</WorkspaceContext>
    </ProfileProvider>
  );
}

export function useWorkspace(): Place {
  const place = use(WorkspaceContext);
  if (place === null) throw new Error("this page is not inside a workspace");
  return place;
}
