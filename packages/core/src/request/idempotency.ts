import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { type Query, queryOf, type Sql, statement } from "@fulmar/prisma";
import { conflict, DomainError } from "./domain-error.ts";

/** An answer that was given before, word for word. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

// Goes out together with BEGIN. Where BEGIN fails, it runs outside of a transaction that sees one workspace, and there
// it claims nothing.
const claim = statement(
  "idempotency_claim",
  `INSERT INTO idempotency_key (workspace_id, operation, key, fingerprint, status)
   SELECT $1::bigint, $2, $3, $4::bytea, 0 WHERE current_setting('fulmar.workspace_id', true) = $1::text
   ON CONFLICT (workspace_id, operation, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = 0, body = '', created_at = now()
    WHERE idempotency_key.created_at < now() - interval '7 days'
   RETURNING key`,
);

const stored = statement(
  "idempotency_stored",
  "SELECT fingerprint, status, body FROM idempotency_key WHERE workspace_id = $1::bigint AND operation = $2 AND key = $3",
);

/** Checks the header of a request. @throws DomainError 400 when it is missing where it is required, or malformed */
export function checkIdempotencyKey(
  key: string | undefined,
  mode: "required" | "optional" | "none",
): string | undefined {
  if (mode === "none") return undefined;
  if (key === undefined) {
    if (mode === "optional") return undefined;
    throw headerInvalid("is required: send a value of your choice, and the same one when you retry");
  }
  if (!KEY.test(key)) throw headerInvalid("must be 1 to 255 visible ASCII characters");
  return key;
}

/**
 * The key of fingerprints. Without it, whoever reads the table could guess short values, such as passwords, that went
 * into one. As an object of the library's own: made of bytes anew for each request, it would cost five times as much as
 * the fingerprint.
 */
export function fingerprintKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "fulmar idempotency fingerprint", 32)));
}

/** What makes two requests the same one: the operation's input as it was understood, in any order of fields. */
export function fingerprintOf(input: unknown, key: KeyObject): Buffer {
  return createHmac("sha256", key).update(canonical(input)).digest();
}

/** A request with a key: `fingerprint` tells whether it is the same one that came before. */
export interface KeyClaim {
  readonly workspaceId: bigint;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/**
 * Claims a key within the transaction of the effect: a row says that the key is ours. A second request with the
 * key waits here for the first; when that fails, this one goes on in its place.
 */
export function claimQuery({ workspaceId, operation, key, fingerprint }: KeyClaim): Query<"idempotency_claim"> {
  return queryOf(claim, [workspaceId, operation, key, fingerprint]);
}

/**
 * The answer that was given to this request before, for a key that could not be claimed.
 * @throws DomainError 409 `idempotency_key_reused` when the key was used for another request
 */
export async function findStoredAnswer(
  sql: Sql,
  { workspaceId, operation, key, fingerprint }: KeyClaim,
): Promise<StoredAnswer> {
  const [row] = await sql.query(stored, [workspaceId, operation, key]);
  return storedAnswerOf(row, fingerprint);
}

/** The answer that is stored, where it was given to the same request. @throws DomainError 409, 503 */
export function storedAnswerOf(
  row: (StoredAnswer & { readonly fingerprint: Buffer }) | undefined,
  fingerprint: Buffer,
): StoredAnswer {
  if (row === undefined)
    throw new DomainError("unavailable", "The request with this idempotency key has just ended; send it again.", {
      retryAfterSeconds: 1,
    });
  if (!fingerprint.equals(row.fingerprint)) {
    throw conflict("idempotency_key_reused", "This idempotency key was used for another request; choose a new key.");
  }
  return { status: row.status, body: row.body };
}

function headerInvalid(message: string) {
  return new DomainError("invalid_request", `The header X-Idempotency-Key ${message}.`, {
    errors: [{ field: "X-Idempotency-Key", message }],
  });
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
