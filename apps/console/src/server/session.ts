import "server-only";
import type { Membership, Profile } from "@fulmar/contract";
import { readProfile } from "@fulmar/core";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { services } from "./services.ts";

/** Who is signed in, read once per request; undefined for nobody. */
export const currentProfile = cache(async (): Promise<Profile | undefined> => {
  const { identity, database } = services();
  const { userId } = await identity.session(await headers());
  return userId === undefined ? undefined : readProfile(database, userId);
});

/** Who is signed in; whoever is not is sent to sign in. */
export async function requireProfile(): Promise<Profile> {
  return (await currentProfile()) ?? redirect("/sign-in");
}

/** The person and their place in the organization that a workspace belongs to; a foreign workspace is not found. */
export async function requireWorkspace(workspaceId: string): Promise<{ profile: Profile; organization: Membership }> {
  const profile = await requireProfile();
  const organization = profile.organizations.find(({ workspaces }) =>
    workspaces.some((workspace) => workspace.workspace_id === workspaceId),
  );
  return { profile, organization: organization ?? notFound() };
}
