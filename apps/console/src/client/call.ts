import type { Problem } from "@fulmar/trpc";
import { MOST_TOGETHER } from "./most-together.ts";

/** What a call of tRPC's comes back as, over HTTP. */
type Envelope =
  | { readonly result: { readonly data: unknown } }
  | { readonly error: { readonly message: string; readonly data: Problem } };

/** A call that was refused, or got no answer that could be read: then there is no problem in the server's words. */
export class CallError extends Error {
  readonly data: Problem | undefined;

  constructor(message: string, options: { readonly data?: Problem; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.data = options.data;
  }
}

const URL = "/api/trpc";
/** Addresses that are longer than some server on the way may read are not made. */
const MOST_URL = 4_000;

interface Asked {
  readonly path: string;
  readonly input: unknown;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: unknown) => void;
}
let asked: Asked[] = [];

/** Calls a query. Those of one tick travel together. @throws CallError */
export function query(path: string, input: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (asked.push({ path, input, resolve, reject }) === 1) window.setTimeout(sendAsked);
  });
}

/** Calls a mutation, alone and under an idempotency key of its own. @throws CallError */
export async function mutate(path: string, input: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json", "x-idempotency-key": newIdempotencyKey() };
  return opened(
    await answerOf<Envelope>(fetch(`${URL}/${path}`, { method: "POST", headers, body: JSON.stringify(input) })),
  );
}

function sendAsked() {
  let together: Asked[] = [];
  for (const call of asked) {
    if (
      together.length === MOST_TOGETHER ||
      (together.length > 0 && addressOf([...together, call]).length > MOST_URL)
    ) {
      void send(together);
      together = [];
    }
    together.push(call);
  }
  asked = [];
  void send(together);
}

async function send(calls: readonly Asked[]): Promise<void> {
  try {
    const answer = await answerOf<Envelope | readonly Envelope[]>(fetch(addressOf(calls)));
    for (const [index, { resolve, reject }] of calls.entries()) {
      try {
        resolve(opened(isList(answer) ? answer[index] : answer));
      } catch (error) {
        reject(error);
      }
    }
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}

function addressOf(calls: readonly Asked[]): string {
  const inputs = Object.fromEntries(calls.map(({ input }, index) => [index, input]));
  return `${URL}/${calls.map(({ path }) => path).join(",")}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

async function answerOf<Answer>(sent: Promise<Response>): Promise<Answer> {
  try {
    return await (await sent).json();
  } catch (error) {
    throw new CallError("There was no answer.", { cause: error });
  }
}

function opened(envelope: Envelope | undefined): unknown {
  if (envelope === undefined) throw new CallError("The answer was cut off.");
  if ("error" in envelope) throw new CallError(envelope.error.message, { data: envelope.error.data });
  return envelope.result.data;
}

function isList(answer: Envelope | readonly Envelope[]): answer is readonly Envelope[] {
  return Array.isArray(answer);
}

/** `crypto.randomUUID` exists on secure origins only; a console in a private network may have none. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
