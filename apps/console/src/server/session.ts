import "server-only";
import type { Membership, Profile } from "@fulmar/contract";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { REQUESTED_PAGE } from "@/entry/requested-page.ts";
import { signInPath } from "@/sign-in/sign-in-path.ts";
import { readProfile } from "./domain.ts";
import { services } from "./services.ts";

/** The signed-in user, read once per request. Undefined if there is none. */
export const currentProfile = cache(async (): Promise<Profile | undefined> => {
  const { identity, database } = services();
  const { userId, sessionId } = await identity.session(await headers());
  return userId === undefined ? undefined : readProfile(database, userId, sessionId);
});

/** The signed-in user. Redirects to sign-in if there is none, which returns to the requested page. */
export async function requireProfile(): Promise<Profile> {
  return (await currentProfile()) ?? redirect(signInPath((await headers()).get(REQUESTED_PAGE) ?? "/"));
}

/**
 * The user and their membership in the organization of a workspace. Answers "not found" for workspaces of other
 * organizations.
 */
export async function requireWorkspace(workspaceId: string): Promise<{ profile: Profile; organization: Membership }> {
  const profile = await requireProfile();
  const organization = profile.organizations.find(({ workspaces }) =>
    workspaces.some((workspace) => workspace.workspace_id === workspaceId),
  );
  return { profile, organization: organization ?? notFound() };
}
