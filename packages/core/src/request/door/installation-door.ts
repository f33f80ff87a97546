import {
  OPERATOR_ROLE_SCOPES,
  type Operation,
  type OperatorRole,
  type OperatorScope,
  operatorScopeOf,
} from "@fulmar/contract";
import type { Credentials } from "../caller.ts";
import { DomainError } from "../domain-error.ts";
import { type RateLimiter, type RateState, rateLimited } from "./rate-limit.ts";

/** Who runs the installation: a person with a role, or a token of theirs. */
export interface Operator {
  readonly type: "token" | "user";
  readonly id: string;
  readonly name: string;
  /** The person, whose token it is. */
  readonly userId: string;
  /** A person's session, where it is known. */
  readonly sessionId?: string | undefined;
  /** Null for a token. */
  readonly role: OperatorRole | null;
  readonly scopes: ReadonlySet<OperatorScope>;
}

/** The entry of an operation on the installation. */
export interface InstallationEntry {
  readonly operator: Operator;
}

/** A checked entry, with the refusal of an operator who lacks the scope. It belongs into the trail. */
interface CheckedEntry extends InstallationEntry {
  readonly refusal: DomainError | null;
}

/**
 * Identifies an operator by a session or an operator token, in one query.
 * @throws DomainError 401, 403 for a person who is no operator, or 429 after too many wrong tokens
 */
export type IdentifyOperator = (credentials: Credentials, sourceIp: string | undefined) => Promise<Operator>;

/**
 * The first checks of a request on the installation, in the same order as `Door`: 401 caller → 429 rate → 403 scope.
 * One SQL round trip.
 */
export class InstallationDoor {
  readonly #identify: IdentifyOperator;
  readonly #rateLimiter: RateLimiter;

  constructor(parts: { readonly identify: IdentifyOperator; readonly rateLimiter: RateLimiter }) {
    this.#identify = parts.identify;
    this.#rateLimiter = parts.rateLimiter;
  }

  /** @throws DomainError 401, 403 or 429 */
  async enter(
    operation: Operation,
    credentials: Credentials,
    sourceIp: string | undefined,
    reportRate: (state: RateState) => void,
  ): Promise<CheckedEntry> {
    const operator = await this.#identify(credentials, sourceIp);
    const { allowed, state } = this.#rateLimiter.take(operator.id);
    reportRate(state);
    if (!allowed) throw rateLimited();
    return { operator, refusal: scopeRefusal(operation, operator) };
  }
}

function scopeRefusal(operation: Operation, { type, scopes }: Operator): DomainError | null {
  const scope = operatorScopeOf(operation);
  if (scopes.has(scope)) return null;
  const sentence =
    type === "token"
      ? `The token lacks the scope ${scope}, which this request needs; use another token.`
      : "Your role support reads and changes nothing; ask an operator.";
  return new DomainError("forbidden", sentence, { code: "scope_missing" });
}

/** The scopes of a token: those that it has and the role of its person still gives. */
export function scopesOfToken(scopes: readonly string[], role: OperatorRole): ReadonlySet<OperatorScope> {
  return new Set(OPERATOR_ROLE_SCOPES[role].filter((scope) => scopes.includes(scope)));
}
