import type { Blocker } from "@fulmar/contract";
import { conflict } from "../request/domain-error.ts";

/** A resource that is bound to a site. */
export interface Sited {
  readonly siteId: string;
  readonly blocker: Blocker;
}

/** @throws DomainError 409 that names every part at another site than `siteId` */
export function requireSameSite(siteId: string, parts: readonly Sited[]): void {
  const blockers = parts.filter((part) => part.siteId !== siteId).map((part) => part.blocker);
  if (blockers.length > 0)
    throw conflict(
      "site_mismatch",
      `All resources in the request must be at one site; choose resources at ${siteId}.`,
      blockers,
    );
}
