import { createHash } from "node:crypto";
import type { Reconciler } from "@fulmar/engine";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { DomainError } from "../domain-error.ts";
import { networkOf } from "./failure-limit.ts";

/** Attempts on one account from one source that need not wait. */
const FREE = 10;
/** Attempts from one source on all accounts that need not wait, unless the attempt says otherwise. */
const FREE_OF_SOURCE = 60;
/** An account with this many attempts in an hour, from all sources, is under attack. Each source then has one guess. */
const ATTACK = 100;
const FREE_UNDER_ATTACK = 1;

const BATCH = 5_000;

// The function's rows have no NULL but in `wait_seconds`.
const count = statement(
  "attempt_count",
  `SELECT * FROM attempt_counted(nullif($pair_key::text, ''), $source_key, nullif($account_key::text, ''),
                                 $free, $free_of_source, $free_under_attack, $attack)`,
  { present: ["attempts", "refusals", "of_source"] },
);

const giveBack = statement(
  "attempt_give_back",
  "SELECT attempt_given_back($pair_key, $source_key, $account_key, $of_source, $succeeded)::text",
);

const purge = statement(
  "attempt_purge",
  `DELETE FROM attempt_limit WHERE ctid IN (SELECT ctid FROM attempt_limit WHERE forget_at < now() LIMIT $limit)
RETURNING 1`,
);

/** An attempt to guess something, such as a password. */
export interface Attempt {
  /** The kind of attempt, such as `sign-in`. Each has limits of its own. */
  readonly what: string;
  /** The account, such as an e-mail address or a user's id. Undefined where the attempt names none. */
  readonly account: string | undefined;
  readonly sourceIp: string | undefined;
  /** The attempts from one source on all accounts that need not wait. */
  readonly freeOfSource?: number;
}

/** An attempt that may be made and is counted. */
interface CountedAttempt {
  /** The attempts on the account in this hour, from all sources, with this one. */
  readonly attempts: number;
  /** Takes the attempt back. `right` also ends the waits of the source for this account. */
  giveBack(right: boolean): Promise<void>;
}

/** Too many attempts (429). The sentence is the same for accounts that exist and that do not. */
export class TooManyAttempts extends DomainError {
  /** The refused attempts on the account in this hour, with this one. */
  readonly refusals: number;

  constructor(waitSeconds: number, refusals: number) {
    super("rate_limited", `Too many attempts; wait ${inWords(waitSeconds)}, then try again.`, {
      retryAfterSeconds: waitSeconds,
    });
    this.refusals = refusals;
  }
}

/**
 * Counts an attempt for all processes, in one round trip and before it is made, so that parallel attempts are counted
 * too. An attempt waits for the earlier ones from its own source alone: nobody can lock another out
 * (docs/adr/0036).
 * @throws TooManyAttempts
 */
export async function countAttempt(
  sql: Sql,
  { what, account, sourceIp, freeOfSource = FREE_OF_SOURCE }: Attempt,
): Promise<CountedAttempt> {
  const source = networkOf(sourceIp);
  // Without an account, the attempt is only of its source.
  const keys = {
    pair_key: account === undefined ? "" : keyOf(what, account, source),
    source_key: keyOf(what, "", source),
    account_key: account === undefined ? "" : keyOf(what, account, ""),
  };
  const counted = await sql.maybe(count, {
    ...keys,
    free: FREE,
    free_of_source: freeOfSource,
    free_under_attack: FREE_UNDER_ATTACK,
    attack: ATTACK,
  });
  if (counted === undefined) throw new Error("the database counted no attempt");
  const { wait_seconds, attempts, refusals, of_source } = counted;
  if (wait_seconds !== null) throw new TooManyAttempts(wait_seconds, refusals);
  return {
    attempts,
    giveBack: async (right) => void (await sql.query(giveBack, { ...keys, of_source, succeeded: right })),
  };
}

/** Deletes what the limits have forgotten. */
export const purgeAttempts: Reconciler<{ readonly database: Database }> = {
  name: "purge-attempts",
  everyMs: 600_000,
  async run({ database }, signal) {
    for (let purged = BATCH; purged === BATCH && !signal.aborted; )
      purged = (await database.sql.query(purge, { limit: BATCH })).length;
  },
};

/** A hash: what strangers type as an e-mail address is not stored. */
function keyOf(what: string, account: string, source: string): string {
  return createHash("sha256")
    .update(JSON.stringify([what, account.toLowerCase(), source]))
    .digest("base64url");
}

function inWords(seconds: number): string {
  if (seconds === 1) return "a second";
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
