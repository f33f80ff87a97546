import type { Sql } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";
import { countAttempt, TooManyAttempts } from "../request/door/attempt-limit.ts";
import { auditFailure, type FailureKind, type Visitor } from "./audit-account.ts";

/** The codes of refusals that mean a wrong guess. Other errors are taken back. */
const WRONG: ReadonlySet<string> = new Set([
  "passkey_unknown",
  "rate_limited",
  "sign_in_again",
  "user_not_verified",
  "wrong_code",
  "wrong_credentials",
  "wrong_password",
]);

/** The account that somebody tries to enter, by what the attempt names. */
type Target = { readonly email: string } | { readonly userId: string };

/**
 * Makes an attempt to sign in or to confirm who one is. Attempts are limited, and failures leave events at the account.
 * @param account undefined where the attempt does not name one
 * @throws DomainError 429, or what the attempt throws
 */
export async function makeAttempt<Result>(
  { sql }: { readonly sql: Sql },
  kind: FailureKind,
  account: Target | undefined,
  visitor: Visitor,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const name = account === undefined ? undefined : "email" in account ? account.email : account.userId;
  const counted = await countAttempt(sql, { what: "sign-in", account: name, sourceIp: visitor.sourceIp }).catch(
    async (error: unknown) => {
      if (error instanceof TooManyAttempts && account !== undefined)
        await auditFailure(sql, { kind: "limited", account, visitor, times: error.refusals });
      throw error;
    },
  );
  try {
    const result = await attempt();
    await counted.giveBack(true);
    return result;
  } catch (error) {
    if (error instanceof DomainError && WRONG.has(error.code))
      await auditFailure(sql, { kind, account, visitor, times: counted.attempts });
    else await counted.giveBack(false);
    throw error;
  }
}
