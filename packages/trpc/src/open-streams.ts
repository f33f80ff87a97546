import { DomainError } from "@fulmar/core";

/** The most streams per user. Each open stream queries the database at intervals to check its reader. */
export const MOST_STREAMS = 100;

/** Counts the open streams of each user in this process. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /**
   * @returns marks the stream as ended; further calls have no effect
   * @throws DomainError 429
   */
  begin(userId: string): () => void {
    const others = this.#open.get(userId) ?? 0;
    if (others >= MOST_STREAMS) {
      throw new DomainError("rate_limited", `You have ${MOST_STREAMS} pages open, the maximum; close some of them.`, {
        retryAfterSeconds: 30,
      });
    }
    this.#open.set(userId, others + 1);
    let open = true;
    return () => {
      if (open) this.#end(userId);
      open = false;
    };
  }

  #end(userId: string) {
    const left = (this.#open.get(userId) ?? 1) - 1;
    if (left === 0) this.#open.delete(userId);
    else this.#open.set(userId, left);
  }
}
