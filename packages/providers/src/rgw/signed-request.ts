import type { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { request as ask, type Dispatcher } from "undici";
import { z } from "zod";
import type { StorageKey } from "../ports/object-storage-port.ts";
import { ProviderError } from "../ports/provider-error.ts";

/** The server refused a request. `code` is its own, such as `NoSuchBucket`. */
export class RgwRefusal extends ProviderError {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string) {
    const { code, message, retryable } = kindOf(status);
    super(code, message, { retryable, cause: new Error(`the gateway answered ${status} ${reason}`) });
    this.status = status;
    this.reason = reason;
  }
}

function kindOf(status: number): { code: string; message: string; retryable: boolean } {
  if (status === 403)
    return {
      code: "region_unauthorized",
      message: "The region's server does not accept our credentials; its operator has to check them.",
      retryable: false,
    };
  if (status >= 500 || status === 429) return BUSY;
  return {
    code: "provider_refused",
    message: "The region's server refused this step; its operator finds the reason in the log.",
    retryable: false,
  };
}

const BUSY = {
  code: "provider_unavailable",
  message: "The region's server does not answer right now; try again in a moment.",
  retryable: true,
};

/** A connection on which no byte of an object comes for this long has broken. */
const BYTES_TIMEOUT_MS = 120_000;
/** No other request of ours takes longer. */
const TIMEOUT_MS = 30_000;
/** Bytes of a refusal that are read. */
const MOST_REFUSAL = 16_384;
/** Signatures name a region, which the gateway does not compare. */
const SIGNED_REGION = "us-east-1";

export interface RgwRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Begins with `/`, encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RgwAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface StreamedAnswer {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readable;
}

/** How a server that is not the operator's is reached. */
export interface Reached {
  /** The region that signatures name. */
  readonly region: string;
  readonly dispatcher: Dispatcher;
}

/** Sends requests of one user, signed by Signature Version 4. */
export class RgwClient {
  readonly #endpoint: string;
  readonly #aws: AwsClient;
  readonly #dispatcher: Dispatcher | undefined;

  /** @param reached of a server that others have named; `send` is for the operator's alone */
  constructor(endpoint: string, { accessKeyId, secretAccessKey }: StorageKey, reached?: Reached) {
    this.#endpoint = endpoint.replace(/\/+$/, "");
    this.#dispatcher = reached?.dispatcher;
    const region = reached?.region ?? SIGNED_REGION;
    this.#aws = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region, retries: 0 });
  }

  /** @throws RgwRefusal for a status of 300 or more; ProviderError when the server does not answer */
  async send({ method, path, query = {}, headers = {}, body }: RgwRequest, signal: AbortSignal): Promise<RgwAnswer> {
    const url = urlOf(this.#endpoint, path, query);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const request = await this.#aws.sign(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: limited,
    });
    const answer = await this.#ask(request, signal);
    if (answer.status >= 300) throw new RgwRefusal(answer.status, reasonOf(answer.text));
    return answer;
  }

  /**
   * Sends a request whose body or answer are the bytes of an object, which take as long as they take. The caller reads
   * the answer's body to its end, or destroys it.
   * @param body with its length in bytes
   * @throws RgwRefusal for a status of 300 or more; ProviderError when the server does not answer
   */
  async stream(
    { method, path, query = {}, headers = {} }: Omit<RgwRequest, "body">,
    body: { readonly bytes: Uint8Array | Readable; readonly length: number } | undefined,
    signal: AbortSignal,
  ): Promise<StreamedAnswer> {
    const url = urlOf(this.#endpoint, path, query);
    const unsigned = { ...headers, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
    const { headers: signed } = await this.#aws.sign(url, { method, headers: unsigned });
    try {
      const answer = await ask(url, {
        ...{ method, signal, headersTimeout: BYTES_TIMEOUT_MS, bodyTimeout: BYTES_TIMEOUT_MS },
        headers: {
          ...Object.fromEntries(signed),
          ...(body !== undefined && { "content-length": String(body.length) }),
        },
        body: body?.bytes ?? null,
        ...(this.#dispatcher !== undefined && { dispatcher: this.#dispatcher }),
      });
      if (answer.statusCode >= 300) throw new RgwRefusal(answer.statusCode, reasonOf(await beginningOf(answer.body)));
      return { headers: textsOf(answer.headers), body: answer.body };
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      signal.throwIfAborted();
      throw new ProviderError(BUSY.code, BUSY.message, { retryable: true, cause: error });
    }
  }

  async #ask(request: Request, signal: AbortSignal): Promise<RgwAnswer> {
    try {
      const response = await fetch(request, { redirect: "manual" });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      signal.throwIfAborted();
      throw new ProviderError(BUSY.code, BUSY.message, { retryable: true, cause: error });
    }
  }
}

function urlOf(endpoint: string, path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString().replaceAll("+", "%20");
  return `${endpoint}${path}${search === "" ? "" : `?${search}`}`;
}

/** The beginning of a refusal, which may be a stranger's. */
async function beginningOf(body: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= MOST_REFUSAL) break;
  }
  return Buffer.concat(pieces).toString("utf8", 0, MOST_REFUSAL);
}

function textsOf(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

const Refusal = z.object({ Code: z.string() });

/** The code of a refusal, which is in JSON or in XML. A HEAD has none. */
function reasonOf(text: string): string {
  if (text.startsWith("{")) return jsonCode(text);
  return /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? "";
}

function jsonCode(text: string): string {
  try {
    return Refusal.safeParse(JSON.parse(text)).data?.Code ?? "";
  } catch {
    return "";
  }
}

export function isRefusal(error: unknown, ...reasons: readonly string[]): error is RgwRefusal {
  return error instanceof RgwRefusal && reasons.includes(error.reason);
}
