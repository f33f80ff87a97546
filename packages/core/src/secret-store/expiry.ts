import { invalidField } from "../kernel/domain-error.ts";

/** @throws DomainError 400 when a moment that a secret shall expire at has passed */
export function requireFuture(expiresAt: string | null | undefined): void {
  if (typeof expiresAt === "string" && Date.parse(expiresAt) <= Date.now()) throw invalidField("expires_at", "must be in the future");
}
