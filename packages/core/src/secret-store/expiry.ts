import { invalidField } from "../request/domain-error.ts";

/**
 * The moment that a secret shall expire at, as the database takes it: a request may write it with offsets that
 * PostgreSQL does not know.
 * @throws DomainError 400 when it has passed
 */
export function expiryOf(expiresAt: string): Date {
  const moment = new Date(expiresAt);
  if (moment.getTime() <= Date.now()) throw invalidField("expires_at", "must be in the future");
  return moment;
}
