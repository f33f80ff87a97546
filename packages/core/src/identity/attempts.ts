import { RateLimiter } from "../kernel/rate-limit.ts";
import { tooManyAttempts } from "./identity-refusals.ts";

/** Slow enough against guessing, generous enough for people: ten attempts at once, then one in six seconds; from one address more. */
export class Attempts {
  readonly #perAccount = new RateLimiter({ perSecond: 1 / 6, burst: 10 });
  readonly #perAddress = new RateLimiter({ perSecond: 1, burst: 60 });

  /** @param account what is guessed at: an e-mail address or a user's id @throws DomainError 429 */
  count(account: string | undefined, headers: Headers): void {
    if (!this.#perAddress.take(headers.get("x-forwarded-for") ?? "").allowed) throw tooManyAttempts();
    if (account !== undefined && !this.#perAccount.take(account).allowed) throw tooManyAttempts();
  }
}
