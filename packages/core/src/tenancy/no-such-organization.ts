import { DomainError } from "../request/domain-error.ts";

export function noSuchOrganization(): DomainError {
  return new DomainError("not_found", "There is no such organization; check its id.");
}
