import type { Secrets } from "@fulmar/config";
import type { Operation } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import type { KeyClaim } from "../change/idempotency.ts";
import type { PersonKeyClaim } from "../change/person-idempotency.ts";
import { conflict } from "../domain-error.ts";
import { Sealer } from "../sealing/sealed-value.ts";

/** The key of a stored answer: an idempotency key in a workspace, or of a user. */
type StoredUnder = Omit<KeyClaim | PersonKeyClaim, "fingerprint"> &
  ({ readonly workspaceId: bigint } | { readonly userId: string });

/**
 * For each operation that shows a secret once: whether the secret of a stored answer is still in force. A replay does
 * not show it afterwards.
 */
export type SecretsInForce = Readonly<Record<string, (sql: Sql, answer: ShownSecret) => Promise<boolean>>>;

/** The fields of answers that identify a secret. */
export interface ShownSecret {
  readonly access_key_id: string;
  readonly token: string;
  readonly invitation_id: string;
  readonly terminal_id: string;
  readonly destination_id: string;
  readonly webhook_id: string;
  readonly secret: string;
}

/**
 * Stores answers for replays. An answer that shows a secret once is sealed, so that a replay can show it but the
 * database alone cannot.
 */
export class KeptAnswers {
  readonly #sealer: Sealer;
  readonly #inForce: SecretsInForce;

  constructor(secrets: Secrets, inForce: SecretsInForce) {
    this.#sealer = new Sealer(secrets, "answers that are shown once");
    this.#inForce = inForce;
  }

  toStore({ shownOnce }: Pick<Operation, "shownOnce">, under: StoredUnder | undefined, body: string): string {
    if (under === undefined) return "";
    return shownOnce ? this.#sealer.seal(body, boundTo(under)).toString("base64") : body;
  }

  /** @throws DomainError 409 `secret_gone` when the answer shows a secret that is no longer in force */
  async fromStore(
    sql: Sql,
    { id, shownOnce }: Pick<Operation, "id" | "shownOnce">,
    under: StoredUnder,
    stored: string,
  ): Promise<string> {
    if (!shownOnce) return stored;
    const body = this.#opened(stored, under);
    if (body === undefined) throw secretGone();
    const isInForce = this.#inForce[id];
    if (isInForce === undefined) throw new Error(`${id} shows a secret, but nothing says whether it is in force`);
    if (!(await isInForce(sql, JSON.parse(body)))) throw secretGone();
    return body;
  }

  /** Undefined if the secret that sealed it is no longer a secret of the installation. */
  #opened(stored: string, under: StoredUnder): string | undefined {
    try {
      return this.#sealer.open(Buffer.from(stored, "base64"), boundTo(under));
    } catch {
      return undefined;
    }
  }
}

function secretGone() {
  return conflict(
    "secret_gone",
    "The secret that was answered under this idempotency key is no longer in force; choose a new key to create another.",
  );
}

function boundTo(under: StoredUnder): string {
  return `${"userId" in under ? under.userId : under.workspaceId} ${under.operation} ${under.key}`;
}
