import type { Metadata } from "next";
import type { ReactNode } from "react";
import { OperatorShell } from "@/operator/operator-shell.tsx";
import { OperatorsOnly } from "@/operator/operators-only.tsx";
import { operatorRefusal } from "@/server/operator-entry.ts";
import { requireProfile } from "@/server/session.ts";
import { SignedIn } from "@/server/signed-in.tsx";

export const metadata: Metadata = { title: "Operator" };

/** The pages of who runs the installation. Others stay in the frame of their workspace and read why. */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const profile = await requireProfile();
  const refusal = await operatorRefusal();
  if (refusal === null) return <OperatorShell profile={profile}>{children}</OperatorShell>;
  return (
    <SignedIn profile={profile}>
      <OperatorsOnly {...refusal} />
    </SignedIn>
  );
}
