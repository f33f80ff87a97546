import { type Query, queryOf, type Sql, statement } from "@fulmar/prisma";
import { type KeyClaim, type StoredAnswer, storedAnswerOf } from "./idempotency.ts";

/** A request with an idempotency key outside of workspaces. The key belongs to the user, or to the operator token. */
export type PersonKeyClaim = Omit<KeyClaim, "workspaceId"> & { readonly userId: string };

const claim = statement(
  "user_idempotency_claim",
  `INSERT INTO user_idempotency_key (user_id, operation, key, fingerprint, status)
   VALUES ($user_id, $operation, $key, $fingerprint::bytea, 0)
   ON CONFLICT (user_id, operation, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = 0, body = '', created_at = now()
    WHERE user_idempotency_key.created_at < now() - interval '7 days'
   RETURNING key`,
);

const stored = statement(
  "user_idempotency_stored",
  `SELECT fingerprint, status, body FROM user_idempotency_key
    WHERE user_id = $user_id AND operation = $operation AND key = $key`,
);

const answered = statement(
  "user_idempotency_answered",
  `UPDATE user_idempotency_key SET status = $status, body = $body
    WHERE user_id = $user_id AND operation = $operation AND key = $key`,
);

/**
 * Claims a key within the transaction of the effect. A second request with the key waits here for the first, and takes
 * its place if the first fails.
 * @returns undefined when the key is claimed, else the earlier answer
 * @throws DomainError 409 `idempotency_key_reused` when the key was used for another request
 */
export async function claimPersonKey(sql: Sql, request: PersonKeyClaim): Promise<StoredAnswer | undefined> {
  const { userId, operation, key, fingerprint } = request;
  const claimed = await sql.query(claim, { user_id: userId, operation, key, fingerprint: fingerprint.bytes });
  if (claimed.length > 0) return undefined;
  const row = await sql.maybe(stored, { user_id: userId, operation, key });
  return storedAnswerOf(row, fingerprint);
}

/** Stores the answer under its key, with COMMIT. */
export function answeredQuery({ userId, operation, key }: PersonKeyClaim, answer: StoredAnswer): Query {
  return queryOf(answered, { user_id: userId, operation, key, status: answer.status, body: answer.body });
}
