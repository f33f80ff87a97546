"use client";

import type { Profile } from "@fulmar/contract";
import { createContext, type ReactNode, use } from "react";

const ProfileContext = createContext<Profile | null>(null);

/** Provides the signed-in user to the pages below, with or without a workspace. */
export function ProfileProvider({ profile, children }: { profile: Profile; children: ReactNode }) {
  return <ProfileContext value={profile}>{children}</ProfileContext>;
}

export function useProfile(): Profile {
  const profile = use(ProfileContext);
  if (profile === null) throw new Error("nobody is signed in on this page");
  return profile;
}
