import { DomainError } from "@fulmar/core";

/** Nobody looks at so many pages, and each stream asks the database now and then whether its reader may go on. */
export const MOST_STREAMS = 100;

/** How many streams each person has open in this process. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /** @returns says that the stream has ended; more than once says nothing more @throws DomainError 429 */
  begin(userId: string): () => void {
    const others = this.#open.get(userId) ?? 0;
    if (others >= MOST_STREAMS) {
      throw new DomainError(
        "rate_limited",
        `You have ${MOST_STREAMS} pages open, which is the most; close some of them.`,
        { retryAfterSeconds: 30 },
      );
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
