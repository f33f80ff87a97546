import { type DomainError, invalidField } from "../request/domain-error.ts";

/** The refusal of something new at a site where only what is there works on (400). */
export function siteClosed(): DomainError {
  return invalidField("site_id", "is a site where nothing new is created; GET /compute/sites lists the others");
}
