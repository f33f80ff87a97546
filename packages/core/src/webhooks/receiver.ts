import { Agent, request } from "undici";
import { publicConnector } from "../work/public-connector.ts";

const TIMEOUT_MS = 10_000;
const MOST_BODY_BYTES = 4_096;
const MOST_HEADERS = 20;
const MOST_HEADER_CHARACTERS = 256;

/** How a receiver answered. */
export interface ReceiverAnswer {
  /** Null if there was no answer. */
  readonly status: number | null;
  readonly headers: Readonly<Partial<Record<string, string>>>;
  readonly body: string;
  /** Why the event was not accepted. Null if it was. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** Sends requests to the receivers of webhooks. */
export interface Receivers {
  /** Never throws for what a receiver does. @throws the signal's reason when it is aborted */
  post(
    url: string,
    request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
    signal: AbortSignal,
  ): Promise<ReceiverAnswer>;
  close(): Promise<void>;
}

/**
 * Requests to the URLs of customers. The address is checked where the connection is made, so that a name that resolves
 * to another one later does not reach our network. Redirects are not followed.
 * @param privateTargets allows every address
 */
export function openReceivers({ privateTargets }: { readonly privateTargets: boolean }): Receivers {
  const agent = new Agent({
    ...(!privateTargets && { connect: publicConnector(TIMEOUT_MS) }),
    // Requests are counted by organization, not by host, which many may share.
    ...{ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, maxHeaderSize: 16_384, connections: null },
  });
  return {
    async post(url, { headers, body }, signal) {
      const begun = performance.now();
      const limit = AbortSignal.timeout(TIMEOUT_MS);
      const ended = () => Math.round(performance.now() - begun);
      try {
        const response = await request(url, {
          ...{ method: "POST", headers, body, dispatcher: agent, signal: AbortSignal.any([signal, limit]) },
        });
        const status = response.statusCode;
        const shown = { status, headers: trimmed(response.headers), body: await beginningOf(response.body) };
        return { ...shown, error: refusalOf(status), durationMs: ended() };
      } catch (error) {
        signal.throwIfAborted();
        const reason = limit.aborted ? `There was no answer within ${TIMEOUT_MS / 1000} seconds.` : sentenceOf(error);
        return { status: null, headers: {}, body: "", error: reason, durationMs: ended() };
      }
    },
    close: () => agent.close(),
  };
}

function trimmed(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => name !== "set-cookie");
  return Object.fromEntries(
    shown
      .slice(0, MOST_HEADERS)
      .map(([name, value]) => [name, storable(String(value)).slice(0, MOST_HEADER_CHARACTERS)]),
  );
}

/** The rest is not read. An answer that breaks off has been given all the same. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MOST_BODY_BYTES) break;
    }
  } catch {
    // The status is the answer.
  }
  return storable(Buffer.concat(chunks).subarray(0, MOST_BODY_BYTES).toString("utf8"));
}

/** PostgreSQL stores no NUL. */
function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}

function sentenceOf(error: unknown): string {
  const { message, code } = error instanceof Error ? { code: undefined, ...error, message: error.message } : Object();
  return storable(`The request failed: ${message || code || String(error)}.`).slice(0, 500);
}
