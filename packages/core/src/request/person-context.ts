import type { Configuration } from "@fulmar/config";
import type { Transaction } from "@fulmar/prisma";
import type { Actor } from "./caller.ts";
import type { Person, PersonEntry } from "./door/person-door.ts";

/**
 * The context of a handler on the caller's account. For an operation that changes something, `sql` is the request's one
 * transaction. For an operation that reads, it is the pool and nothing may be sent.
 */
export interface AccountContext extends Transaction {
  readonly person: Person;
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  readonly configuration: Configuration;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /**
   * The author of this change. A handler that calls this writes the audit event itself, in the statement of the change.
   */
  actor(): Actor & { readonly userId: string };
}

/** The context of an operation in an organization in which the caller has the role. */
export interface OrganizationContext extends AccountContext {
  readonly membership: NonNullable<PersonEntry["membership"]>;
}

/** Either context. */
export type PersonContext = AccountContext & Pick<PersonEntry, "membership">;
