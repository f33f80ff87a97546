import "server-only";
import { DomainError } from "@fulmar/core";
import type { Identity } from "@fulmar/core/identity";

/** @throws DomainError 404 if no provider is configured */
export function singleSignOn({ singleSignOn: configured }: Identity): NonNullable<Identity["singleSignOn"]> {
  if (configured === undefined) throw new DomainError("not_found", "This installation has no single sign-on.");
  return configured;
}
