"use client";

import { useProfile } from "@/shell/profile.tsx";

/** Why the user may change nothing of the installation, or null if they may. */
export function useOperatorRefusal(): string | null {
  return useProfile().operator_role === "operator"
    ? null
    : "Your role support reads and changes nothing; ask an operator.";
}
