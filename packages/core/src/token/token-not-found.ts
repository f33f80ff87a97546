import { DomainError } from "../request/domain-error.ts";

/** A token that is revoked, is of another organization or never was: the three are indistinguishable. */
export function tokenNotFound(): DomainError {
  return new DomainError("not_found", "There is no such token in force; list the tokens to see which there are.");
}
