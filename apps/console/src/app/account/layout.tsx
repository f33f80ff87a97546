import type { ReactNode } from "react";
import { AccountFrame } from "@/account/account-frame.tsx";
import { requireProfile } from "@/server/session.ts";
import { SignedIn } from "@/server/signed-in.tsx";

/** The account belongs to no workspace, so users without one can open it. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <SignedIn profile={await requireProfile()}>
      <AccountFrame>{children}</AccountFrame>
    </SignedIn>
  );
}
