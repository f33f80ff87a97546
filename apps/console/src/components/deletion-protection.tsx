import { protectedFromDeletion } from "@fulmar/contract";
import { ShieldCheck } from "lucide-react";

/** Marks a protected resource in lists. */
export function ProtectedSign({ isProtected }: { isProtected: boolean | undefined }) {
  if (isProtected !== true) return null;
  return (
    <ShieldCheck
      className="ml-1.5 inline size-3.5 align-[-2px] text-ink-muted"
      role="img"
      aria-label="Protected from deletion"
    />
  );
}

/** Why the protection of a resource refuses its deletion, or null. @param what the resource in words, e.g. "volume" */
export function protectionRefusal(what: string, isProtected: boolean | undefined): string | null {
  return isProtected === true ? protectedFromDeletion(what) : null;
}
