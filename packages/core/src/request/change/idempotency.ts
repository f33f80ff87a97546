import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { Secrets } from "@fulmar/config";
import { type Query, queryOf, type Sql, statement } from "@fulmar/prisma";
import { conflict, DomainError } from "../domain-error.ts";

/** An earlier answer, byte for byte. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

// Sent together with BEGIN. If BEGIN fails, it runs outside of a transaction that sees one workspace, and claims
// nothing.
const claim = statement(
  "idempotency_claim",
  `INSERT INTO idempotency_key (workspace_id, operation, key, fingerprint, status)
   SELECT $workspace_id::bigint, $operation, $key, $fingerprint::bytea, 0
    WHERE current_setting('fulmar.workspace_id', true) = $workspace_id::text
   ON CONFLICT (workspace_id, operation, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = 0, body = '', created_at = now()
    WHERE idempotency_key.created_at < now() - interval '7 days'
   RETURNING key`,
);

const stored = statement(
  "idempotency_stored",
  `SELECT fingerprint, status, body, created_at < now() - interval '7 days' AS expired FROM idempotency_key
    WHERE workspace_id = $workspace_id::bigint AND operation = $operation AND key = $key`,
);

/**
 * Checks the idempotency header.
 * @throws DomainError 400 if it is malformed, or missing where it is required
 */
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

/** The HMAC keys of fingerprints, one for each secret of the installation. */
export type FingerprintKeys = readonly KeyObject[];

/**
 * Without an HMAC key, a reader of the table could guess short values, such as passwords, from their fingerprints. The
 * keys are KeyObjects, because making one from bytes for each request would cost five times as much as the fingerprint.
 */
export function fingerprintKeys(secrets: Secrets): FingerprintKeys {
  return secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "fulmar idempotency fingerprint", 32))),
  );
}

/** Identifies equal requests: a hash of the operation's parsed input, in any order of fields. */
export class Fingerprint {
  /** Under the first key. */
  readonly bytes: Buffer;
  readonly #input: string;
  readonly #otherKeys: FingerprintKeys;

  constructor(input: unknown, [key, ...otherKeys]: FingerprintKeys) {
    if (key === undefined) throw new Error("there is no key for fingerprints");
    this.#input = canonical(input);
    this.#otherKeys = otherKeys;
    this.bytes = digest(this.#input, key);
  }

  /** Whether a stored fingerprint, under any of the keys, is of the same input. */
  isSame(stored: Buffer): boolean {
    return this.bytes.equals(stored) || this.#otherKeys.some((key) => digest(this.#input, key).equals(stored));
  }
}

function digest(input: string, key: KeyObject): Buffer {
  return createHmac("sha256", key).update(input).digest();
}

/** A request with an idempotency key. `fingerprint` identifies its input. */
export interface KeyClaim {
  readonly workspaceId: bigint;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: Fingerprint;
}

/**
 * Claims a key within the transaction of the effect. A returned row means that the key is claimed. A second request
 * with the key waits here for the first, and takes its place if the first fails.
 */
export function claimQuery({ workspaceId, operation, key, fingerprint }: KeyClaim): Query<"idempotency_claim"> {
  return queryOf(claim, { workspace_id: workspaceId, operation, key, fingerprint: fingerprint.bytes });
}

/**
 * Returns the earlier answer for a key that could not be claimed.
 * @throws DomainError 409 `idempotency_key_reused` when the key was used for another request
 */
export async function findStoredAnswer(
  sql: Sql,
  { workspaceId, operation, key, fingerprint }: KeyClaim,
): Promise<StoredAnswer> {
  const row = await sql.maybe(stored, { workspace_id: workspaceId, operation, key });
  return storedAnswerOf(row, fingerprint);
}

/**
 * Returns the earlier answer for a key, without claiming it. Undefined if there is none.
 * @throws DomainError 409 `idempotency_key_reused` when the key was used for another request
 */
export async function findEarlierAnswer(
  sql: Sql,
  { workspaceId, operation, key, fingerprint }: KeyClaim,
): Promise<StoredAnswer | undefined> {
  const row = await sql.maybe(stored, { workspace_id: workspaceId, operation, key });
  return row === undefined || row.expired === true ? undefined : storedAnswerOf(row, fingerprint);
}

/**
 * Returns the stored answer if it belongs to the same request.
 * @throws DomainError 409, 503
 */
export function storedAnswerOf(
  row: (StoredAnswer & { readonly fingerprint: Buffer }) | undefined,
  fingerprint: Fingerprint,
): StoredAnswer {
  if (row === undefined)
    throw new DomainError("unavailable", "The request with this idempotency key has just ended; send it again.", {
      retryAfterSeconds: 1,
    });
  if (!fingerprint.isSame(row.fingerprint)) {
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
