import type { Operation } from "@fulmar/contract";
import type { KeyClaim } from "./idempotency.ts";
import type { PersonKeyClaim } from "./person-idempotency.ts";
import { Sealer } from "./sealed-value.ts";

/** What an answer is stored under: a key in a workspace, or a person's own. */
type StoredUnder = Omit<KeyClaim | PersonKeyClaim, "fingerprint"> &
  ({ readonly workspaceId: bigint } | { readonly userId: string });

/**
 * Answers as they are stored for replays. One that shows a secret, once, is sealed: the replay still gives it, the
 * database alone does not.
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
