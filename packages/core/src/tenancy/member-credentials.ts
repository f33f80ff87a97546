// The credentials that members made, and how they end with a membership or a role (docs/adr/0035).
import { ALL_SCOPES, catalog, type Operation, ROLE_SCOPES, type Role, type Scope } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import type { Actor } from "../request/caller.ts";

/** A member as the maker of credentials in one organization. */
export interface CredentialMaker {
  readonly organizationId: string;
  readonly userId: string;
}

/** Credentials that end, and who ends them. */
export interface EndedCredentials {
  readonly maker: CredentialMaker;
  /** The scopes that the maker no longer has. Credentials that give one of them end. Null: all credentials end. */
  readonly lost: readonly Scope[] | null;
  readonly by: Actor;
}

/** One kind of credentials, which a family above stores. */
export interface CredentialKind {
  readonly count: (sql: Sql, maker: CredentialMaker) => Promise<number>;
  readonly end: (sql: Sql, ended: EndedCredentials) => Promise<void>;
}

export interface CredentialKinds {
  readonly apiTokens: CredentialKind;
  readonly accessKeys: CredentialKind;
  /** URLs on the CDN's domains. They are not counted, and end by themselves within seven days. */
  readonly cdnUrls: Pick<CredentialKind, "end">;
}

/**
 * Ends credentials in the transaction that changes the maker's membership. The caller has locked the membership, so that
 * no new credential is made meanwhile. Tokens end before keys, because tokens make keys.
 */
export async function endCredentials(
  sql: Sql,
  { apiTokens, accessKeys, cdnUrls }: CredentialKinds,
  ended: EndedCredentials,
): Promise<void> {
  if (ended.lost?.length === 0) return;
  await apiTokens.end(sql, ended);
  await accessKeys.end(sql, ended);
  await cdnUrls.end(sql, ended);
}

const operations: readonly Pick<Operation, "scope" | "roles">[] = catalog;

/**
 * The scopes by which a token could do more than a member of this role: those that the role lacks, and those of
 * operations that are not for the role. A token needs no role for these.
 */
export function scopesBeyond(role: Role): Scope[] {
  const refused = new Set(
    operations.filter(({ roles }) => roles !== null && !roles.includes(role)).map(({ scope }) => scope),
  );
  return ALL_SCOPES.filter((scope) => !ROLE_SCOPES[role].includes(scope) || refused.has(scope));
}
