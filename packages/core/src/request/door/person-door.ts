import { type Operation, OrganizationId, ROLES, type Role } from "@fulmar/contract";
import { z } from "zod";
import type { Credentials } from "../caller.ts";
import { DomainError, signedOut } from "../domain-error.ts";
import { parseBy } from "../parse-input.ts";
import { viewRefusal } from "./operator-view.ts";
import { type RateLimiter, type RateState, rateLimited } from "./rate-limit.ts";
import { roleInsufficient } from "./rights.ts";

/** A signed-in user. */
export interface Person {
  readonly id: string;
  /** Undefined if the user's session is not known. */
  readonly sessionId: string | undefined;
}

/** A user's membership in an organization. */
export interface Membership {
  readonly organizationId: string;
  readonly role: Role;
}

/** The entry of an operation on an organization or an account. */
export interface PersonEntry {
  readonly person: Person;
  /** Null if the operation is on the user's account. */
  readonly membership: Membership | null;
}

/**
 * The role of a user in an organization, or null if the user is not a member. `views` is an operator who views it in
 * this session.
 * @throws DomainError 401 if there is no such user
 */
export type RoleOf = (
  person: Person,
  organizationId: string,
) => Promise<{ readonly role: Role; readonly views: boolean } | null>;

const Place = z.strictObject({ organization_id: OrganizationId });

/**
 * The first checks of a request on an organization or an account, in the same order as `Door`: 401 caller → 429 rate →
 * 400 organization_id → 403 role. One SQL round trip for an organization, none for an account.
 */
export class PersonDoor {
  readonly #roleOf: RoleOf;
  readonly #rateLimiter: RateLimiter;

  constructor(parts: { readonly roleOf: RoleOf; readonly rateLimiter: RateLimiter }) {
    this.#roleOf = parts.roleOf;
    this.#rateLimiter = parts.rateLimiter;
  }

  /**
   * @param path the unparsed parameters of the path. Other fields are ignored
   * @throws DomainError 401, 429, 400 or 403
   */
  async enter(
    operation: Operation,
    credentials: Credentials,
    path: Readonly<Record<string, unknown>>,
    reportRate: (state: RateState) => void,
  ): Promise<PersonEntry> {
    const person = signedIn(credentials);
    const { allowed, state } = this.#rateLimiter.take(person.id);
    reportRate(state);
    if (!allowed) throw rateLimited();
    if (operation.roles === null) return { person, membership: null };
    const { organization_id } = parseBy(Place, { organization_id: path.organization_id });
    const member = await this.#roleOf(person, organization_id);
    if (member === null) throw notMember();
    const viewing = member.views ? viewRefusal(operation) : null;
    if (viewing !== null) throw viewing;
    const { role } = member;
    const roles = operation.allowedToSelf && path.user_id === person.id ? ROLES : operation.roles;
    if (!roles.includes(role)) throw roleInsufficient(roles, operation.verbPhrase);
    return { person, membership: { organizationId: organization_id, role } };
  }
}

/** @throws DomainError 401, also for a token: it is not a user and cannot be a member */
function signedIn(credentials: Credentials): Person {
  if (credentials.kind !== "session" || credentials.userId === undefined) throw signedOut();
  return { id: credentials.userId, sessionId: credentials.sessionId };
}

/** The same refusal if the organization does not exist. */
function notMember(): DomainError {
  return new DomainError("forbidden", "You are not a member of this organization.", { code: "role_insufficient" });
}

/** SQL: whether an operator has locked one of these people. @param users expressions of their ids, which may be NULL */
export function isLocked(...users: readonly string[]): string {
  return `EXISTS (SELECT FROM person_lock pl WHERE pl.user_id IN (${users.join(", ")}))`;
}
