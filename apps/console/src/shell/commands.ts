"use client";

import { useMemo } from "react";
import { workspaceHref } from "./destinations.ts";
import type { PageAction } from "./page-actions.ts";
import { showShortcuts } from "./shortcuts.tsx";
import { signOut } from "./sign-out.tsx";
import { chooseTheme } from "./theme.ts";
import { useWorkspace } from "./workspace.tsx";

/** The commands that the palette has on every page: other workspaces, people, the theme, the shortcuts and the end of the session. */
export function useCommands(): readonly PageAction[] {
  const { profile, workspaceId } = useWorkspace();
  return useMemo(
    () => [
      ...profile.organizations.flatMap(({ name: organization, workspaces }) =>
        workspaces
          .filter(({ workspace_id }) => workspace_id !== workspaceId)
          .map(({ workspace_id, name }) => ({
            label: `Switch to workspace ${name} of ${organization} (${workspace_id})`,
            href: workspaceHref(workspace_id, ""),
          })),
      ),
      { label: "Create a workspace", href: workspaceHref(workspaceId, "settings/workspaces") },
      { label: "Invite a member", href: workspaceHref(workspaceId, "settings/members") },
      { label: "Theme: light", onSelect: () => chooseTheme("light") },
      { label: "Theme: dark", onSelect: () => chooseTheme("dark") },
      { label: "Theme: system", onSelect: () => chooseTheme("system") },
      { label: "Keyboard shortcuts", onSelect: showShortcuts },
      { label: "Sign out", onSelect: () => void signOut() },
    ],
    [profile, workspaceId],
  );
}
