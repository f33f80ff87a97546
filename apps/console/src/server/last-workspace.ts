import "server-only";
import type { Membership, Profile } from "@fulmar/contract";
import { cookies } from "next/headers";
import { LAST_WORKSPACE } from "@/shell/last-workspace.ts";

/** The workspace that a user last used in this browser, or their first one. Undefined if they have none. */
export async function lastWorkspace(
  profile: Profile,
): Promise<{ organization: Membership; workspaceId: string } | undefined> {
  const last = (await cookies()).get(LAST_WORKSPACE)?.value;
  const theirs = profile.organizations.flatMap((organization) =>
    organization.workspaces.map(({ workspace_id: workspaceId }) => ({ organization, workspaceId })),
  );
  return theirs.find(({ workspaceId }) => workspaceId === last) ?? theirs[0];
}
