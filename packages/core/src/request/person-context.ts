import type { Configuration } from "@fulmar/config";
import type { Transaction } from "@fulmar/prisma";
import type { Actor } from "./caller.ts";
import type { Person, PersonEntry } from "./person-door.ts";

/**
 * What the handler of an operation on the caller's account works with. In an operation that changes something, `sql` is
 * the request's one transaction; in one that reads, the pool, and there is nothing to `send`.
 */
export interface AccountContext extends Transaction {
  readonly person: Person;
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  readonly configuration: Configuration;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** Who makes this change. Whoever asks writes its audit event, in the statement of the change. */
  actor(): Actor & { readonly userId: string };
}

/** The same of an operation in an organization, in which the caller has the role. */
export interface OrganizationContext extends AccountContext {
  readonly membership: NonNullable<PersonEntry["membership"]>;
}

/** A context of either. */
export type PersonContext = AccountContext & Pick<PersonEntry, "membership">;
