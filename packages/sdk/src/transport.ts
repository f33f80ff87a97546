import { FulmarConnectionError, FulmarError } from "./errors.ts";
import { pause } from "./pause.ts";

/** What the client needs of `fetch`. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

export interface ClientOptions {
  /** An API token. */
  readonly token: string;
  /** The address of the API with its version, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** The workspace of requests that name no other. */
  readonly workspaceId?: string | undefined;
  /** How often a request is repeated at most. Default: 5. */
  readonly retries?: number | undefined;
  /** How long one attempt may take, in milliseconds. Default: 90,000, which is longer than `wait` may be. */
  readonly timeoutMs?: number | undefined;
  /** Used in place of the runtime's own `fetch`. */
  readonly fetch?: Fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's. */
  readonly workspaceId?: string | undefined;
  /** In place of a new one. A request that is repeated with the same key is carried out once. */
  readonly idempotencyKey?: string | undefined;
}

/** A request, with path and query as the API takes them. */
export interface HttpRequest {
  /** Its name in errors. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  /** Whether a second time changes nothing more, so that it may be sent again if its answer was lost. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

export interface HttpAnswer {
  readonly body: unknown;
  /** The cursor of the next page. */
  readonly nextCursor: string | undefined;
}

export type Send = (request: HttpRequest) => Promise<HttpAnswer>;

/** A longer `Retry-After` is not waited for. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends requests and repeats them: 429 and 503 after the time that `Retry-After` says, and lost answers where the
 * request is repeatable.
 */
export function transport(options: ClientOptions): Send {
  const { retries = 5, timeoutMs = 90_000 } = options;
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptOnce(options, request, timeoutMs);
      if ("body" in outcome) return outcome;
      request.signal?.throwIfAborted();
      const pauseMs = outcome.retryAfterMs ?? Math.min(8000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
      if (attempt >= retries || !outcome.retry || pauseMs > LONGEST_PAUSE_MS) throw outcome.error;
      await pause(pauseMs, request.signal);
    }
  };
}

interface Failure {
  readonly error: Error;
  readonly retry: boolean;
  readonly retryAfterMs?: number | undefined;
}

async function attemptOnce(
  { token, baseUrl, fetch: send = fetch }: ClientOptions,
  { name, method, path, query, body, idempotencyKey, repeatable, signal }: HttpRequest,
  timeoutMs: number,
): Promise<HttpAnswer | Failure> {
  const url = `${baseUrl.replace(/\/+$/, "")}${path}${query.size > 0 ? `?${query}` : ""}`;
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Awaited<ReturnType<Fetch>>;
  let text: string;
  try {
    response = await send(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(idempotencyKey !== undefined && { "x-idempotency-key": idempotencyKey }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would turn a POST into a GET.
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    text = await response.text();
  } catch (cause) {
    return { error: new FulmarConnectionError(name, cause), retry: repeatable };
  }
  const value = parsed(text);
  if (response.ok && value !== undefined) return { body: value, nextCursor: cursorOf(response.headers.get("link")) };
  const { status } = response;
  return {
    error: new FulmarError(name, status, value),
    retry: status === 429 || status === 503 || (repeatable && (status === 502 || status === 504)),
    retryAfterMs: retryAfterOf(response.headers.get("retry-after")),
  };
}

/** JSON; undefined for other text, which no answer of the API has. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cursorOf(link: string | null): string | undefined {
  const query = /<[^>]*\?([^>]+)>; rel="next"/.exec(link ?? "")?.[1];
  return new URLSearchParams(query).get("cursor") ?? undefined;
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
