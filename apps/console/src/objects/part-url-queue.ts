import type { AppRouter } from "@fulmar/trpc";
import type { TRPCClient } from "@trpc/client";
import type { bucketInput } from "./object-queries.ts";

/** So many URLs are asked for at once. */
const BATCH = 16;
/** Long enough for a batch over a slow line. */
const EXPIRES_IN_SECONDS = 6 * 3600;

type UploadInput = ReturnType<typeof bucketInput> & { readonly upload_id: string };

/** The permissions to send parts: asked for several at a time, in the order in which they are needed. */
export class PartUrlQueue {
  readonly #client: TRPCClient<AppRouter>;
  readonly #input: UploadInput;
  /** Numbers of parts that no URL was asked for yet. */
  readonly #unasked: number[];
  readonly #urls = new Map<number, Promise<string>>();

  constructor(client: TRPCClient<AppRouter>, input: UploadInput, parts: readonly { readonly number: number }[]) {
    this.#client = client;
    this.#input = input;
    this.#unasked = parts.map(({ number }) => number);
  }

  /** A URL that was not given out before: one that failed may have expired. */
  take(number: number): Promise<string> {
    if (this.#unasked.includes(number)) this.#ask(this.#unasked.splice(0, BATCH));
    const url = this.#urls.get(number) ?? this.#ask([number]).get(number);
    this.#urls.delete(number);
    if (url === undefined) throw new Error(`there is no part ${number}`);
    return url;
  }

  #ask(numbers: number[]): ReadonlyMap<number, Promise<string>> {
    const answer = this.#client.multipartUpload.createPartUrls.mutate({
      ...this.#input,
      part_numbers: numbers,
      expires_in: EXPIRES_IN_SECONDS,
    });
    for (const number of numbers) {
      const url = answer.then(({ urls }) => {
        const found = urls.find(({ part_number }) => part_number === number);
        if (found === undefined) throw new Error(`the URL of part ${number} was not answered`);
        return found.url;
      });
      // Whoever takes it hears of a failure; who never does need not.
      url.catch(() => undefined);
      this.#urls.set(number, url);
    }
    return this.#urls;
  }
}
