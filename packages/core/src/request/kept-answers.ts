import type { Operation } from "@fulmar/contract";
import type { KeyClaim } from "./idempotency.ts";
import type { PersonKeyClaim } from "./person-idempotency.ts";
import { Sealer } from "./sealed-value.ts";

/** The key of a stored answer: an idempotency key in a workspace, or of a user. */
type StoredUnder = Omit<KeyClaim | PersonKeyClaim, "fingerprint"> &
  ({ readonly workspaceId: bigint } | { readonly userId: string });

/**
 * Stores answers for replays. An answer that shows a secret once is sealed, so that a replay can show it but the
 * database alone cannot.
 */
export class KeptAnswers {
  readonly #sealer: Sealer;

  constructor(secret: string) {
    this.#sealer = new Sealer(secret, "answers that are shown once");
  }

  toStore({ shownOnce }: Pick<Operation, "shownOnce">, under: StoredUnder | undefined, body: string): string {
    if (under === undefined) return "";
    return shownOnce ? this.#sealer.seal(body, boundTo(under)).toString("base64") : body;
  }

  fromStore({ shownOnce }: Pick<Operation, "shownOnce">, under: StoredUnder, stored: string): string {
    return shownOnce ? this.#sealer.open(Buffer.from(stored, "base64"), boundTo(under)) : stored;
  }
}

function boundTo(under: StoredUnder): string {
  return `${"userId" in under ? under.userId : under.workspaceId} ${under.operation} ${under.key}`;
}
