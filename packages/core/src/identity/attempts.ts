import { RateLimiter } from "../request/rate-limit.ts";
import { tooManyAttempts } from "./identity-refusals.ts";

/**
 * Slow enough against guessing, generous enough for people: ten attempts at once, then one in six seconds; from one
 * address more.
 */
export class Attempts {
  readonly #perAccount = new RateLimiter({ perSecond: 1 / 6, burst: 10 });
  readonly #perAddress = new RateLimiter({ perSecond: 1, burst: 60 });

  /**
   * @param from what is guessed at (an e-mail address or a user's id), and the request that guesses, where they are
   * known
   * @throws DomainError 429
   */
  count({ account, headers }: { readonly account?: string; readonly headers?: Headers }): void {
    if (headers !== undefined && !this.#perAddress.take(headers.get("x-forwarded-for") ?? "").allowed)
      throw tooManyAttempts();
    if (account !== undefined && !this.#perAccount.take(account).allowed) throw tooManyAttempts();
  }
}
