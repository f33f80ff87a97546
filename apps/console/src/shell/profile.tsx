"use client";

import type { Profile } from "@fulmar/contract";
import { createContext, type ReactNode, use } from "react";

const ProfileContext = createContext<Profile | null>(null);

/** Makes known to the pages below who is signed in, in a workspace or in none. */
export function ProfileProvider({ profile, children }: { profile: Profile; children: ReactNode }) {
  return <ProfileContext value={profile}>{children}</ProfileContext>;
}

export function useProfile(): Profile {
  const profile = use(ProfileContext);
  if (profile === null) throw new Error("nobody is signed in on this page");
  return profile;
}
