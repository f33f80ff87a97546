import { RateLimiter } from "../request/rate-limit.ts";
import { tooManyAttempts } from "./identity-refusals.ts";

/**
 * Limits attempts per account to 10 at once and then one every 6 seconds, which stops guessing but not people. The
 * limit per address is higher.
 */
export class Attempts {
  readonly #perAccount = new RateLimiter({ perSecond: 1 / 6, burst: 10 });
  readonly #perAddress = new RateLimiter({ perSecond: 1, burst: 60 });

  /**
   * @param from the account under attack (an e-mail address or a user's id) and the headers of the request, where known
   * @throws DomainError 429
   */
  count({ account, headers }: { readonly account?: string; readonly headers?: Headers }): void {
    if (headers !== undefined && !this.#perAddress.take(headers.get("x-forwarded-for") ?? "").allowed)
      throw tooManyAttempts();
    if (account !== undefined && !this.#perAccount.take(account).allowed) throw tooManyAttempts();
  }
}
