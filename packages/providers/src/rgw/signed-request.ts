import { AwsClient } from "aws4fetch";
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

/** No request of ours takes longer. */
const TIMEOUT_MS = 30_000;
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

/** Sends requests of one user, signed by Signature Version 4. */
export class RgwClient {
  readonly #endpoint: string;
  readonly #aws: AwsClient;

  constructor(endpoint: string, { accessKeyId, secretAccessKey }: StorageKey) {
    this.#endpoint = endpoint.replace(/\/+$/, "");
    this.#aws = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: SIGNED_REGION, retries: 0 });
  }

  /** @throws RgwRefusal for a status of 300 or more; ProviderError when the server does not answer */
  async send({ method, path, query = {}, headers = {}, body }: RgwRequest, signal: AbortSignal): Promise<RgwAnswer> {
    const search = new URLSearchParams(query).toString().replaceAll("+", "%20");
    const url = `${this.#endpoint}${path}${search === "" ? "" : `?${search}`}`;
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

const Refusal = z.object({ Code: z.string() });

/** The code of a refusal, which is in JSON or in XML. A HEAD has none. */
function reasonOf(text: string): string {
  if (text.startsWith("{")) return Refusal.safeParse(JSON.parse(text)).data?.Code ?? "";
  return /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? "";
}

/** Whether the server refused for one of these reasons. */
export function isRefusal(error: unknown, ...reasons: readonly string[]): error is RgwRefusal {
  return error instanceof RgwRefusal && reasons.includes(error.reason);
}
