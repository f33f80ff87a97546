import type { Configuration, Secrets } from "@fulmar/config";
import { type Query, queryOf, statement } from "@fulmar/prisma";
import { Sealer } from "../request/sealing/sealed-value.ts";
import type { LetterDetails, LetterName } from "./letters.ts";

const insert = statement(
  "mail_insert",
  `INSERT INTO mail (recipient, letter, details, secret, sent_for, expires_at)
   VALUES ($recipient, $letter, $details, $secret, $sent_for, now() + $worth_minutes::int * interval '1 minute')`,
);

/** After two days a notice is no news. */
const WORTH_MINUTES = 2 * 24 * 60;

interface Mail<Name extends LetterName> {
  readonly to: string;
  readonly letter: Name;
  readonly details: LetterDetails<Name>;
  /** The secret of the letter's link. It is stored sealed until the mail is sent. */
  readonly secret?: string;
  /** The user whose request sends the mail to somebody else. */
  readonly sentFor?: string;
  /** After this time it is not worth sending. */
  readonly worthMinutes?: number;
}

/**
 * The query that queues a mail, for the transaction of the change that it tells of. A worker sends it once that has
 * committed.
 */
export function mailQuery<Name extends LetterName>(
  { secrets }: Pick<Configuration, "secrets">,
  { to, letter, details, secret, sentFor, worthMinutes = WORTH_MINUTES }: Mail<Name>,
): Query<"mail_insert"> {
  const sealed = secret === undefined ? null : mailSealer(secrets).seal(secret, boundTo(letter, to));
  return queryOf(insert, {
    recipient: to,
    letter,
    details: JSON.stringify(details),
    secret: sealed,
    sent_for: sentFor ?? null,
    worth_minutes: worthMinutes,
  });
}

export function mailSealer(secrets: Secrets): Sealer {
  return new Sealer(secrets, "links in mails");
}

/** A sealed secret opens only in its own kind of letter to its own recipient. */
export function boundTo(letter: string, recipient: string): string {
  return `${letter} ${recipient}`;
}
