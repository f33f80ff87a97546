import type { Readable } from "node:stream";
import { type Dispatcher, type FormData, request } from "undici";
import type { WebSocket } from "ws";
import { z } from "zod";
import type { ServerEndpoint } from "../../ports/provider-kind.ts";
import { jsonOf, LxdAnswer, LxdOperation, OperationsByStatus, parseAnswer, refusalOf } from "./lxd-answer.ts";
import { type LxdConnection, openConnection } from "./lxd-connection.ts";
import { isNotFound, LxdRefusal, unreachable } from "./lxd-refusal.ts";
import { bytesOf, chunksOf, tooLarge, whole } from "./read-body.ts";

export type Query = Readonly<Record<string, string | number>>;
export type Change = "POST" | "PUT" | "PATCH" | "DELETE";

type UploadBody = string | Readable | FormData;

interface Sent {
  readonly query?: Query | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: UploadBody;
}

/** Statuses from 200 to 399 are successes (LXD's REST API: Status codes). */
const FAILURE = 400;

const Length = z.coerce.number().int();

/** Enough for the metrics of thousands of instances. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * A server that sends nothing for this long counts as unreachable. An answer to a wait begins only when the operation
 * has ended, so the caller's signal limits it.
 */
const READ_TIMEOUT_MS = 30_000;
/** Some changes, such as writing a file, are carried out before the server answers. */
const CHANGE_TIMEOUT_MS = 300_000;

/**
 * A client of one LXD or Incus server and one project, over its REST API. Paths are relative to `/1.0`; `pathOf` makes
 * them. Every method throws ProviderError, retryable where the same call may succeed later, and LxdRefusal with its
 * status when the server refused. An aborted signal throws its reason.
 */
export class LxdClient {
  readonly project: string;
  readonly connection: LxdConnection;

  constructor(endpoint: ServerEndpoint, project: string) {
    this.connection = openConnection(endpoint);
    this.project = project;
  }

  /** @throws LxdRefusal with status 404 when the object does not exist */
  async get<Value>(path: string, schema: z.ZodType<Value>, signal: AbortSignal, query?: Query): Promise<Value> {
    return parseAnswer(schema, await this.#value("GET", path, { query }, signal));
  }

  /** @returns undefined when the object does not exist */
  async find<Value>(
    path: string,
    schema: z.ZodType<Value>,
    signal: AbortSignal,
    query?: Query,
  ): Promise<Value | undefined> {
    try {
      return await this.get(path, schema, signal, query);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Sends a change and waits for the operation that it starts. @returns the metadata of the operation */
  async change(method: Change, path: string, body: unknown, signal: AbortSignal, query?: Query): Promise<unknown> {
    const headers = { "content-type": "application/json" };
    return this.#value(
      method,
      path,
      { query, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
      signal,
    );
  }

  /** Sends a change and leaves the operation that it starts under way. @returns its id, and its metadata by the schema */
  async begin<Metadata>(
    method: Change,
    path: string,
    body: unknown,
    metadata: z.ZodType<Metadata>,
    signal: AbortSignal,
  ): Promise<{ readonly operationId: string; readonly metadata: Metadata }> {
    const headers = { "content-type": "application/json" };
    const { statusCode, body: received } = await this.#send(
      method,
      path,
      { headers, body: JSON.stringify(body) },
      signal,
    );
    const text = await whole(received.text(), signal);
    if (statusCode >= FAILURE) throw refusalOf(statusCode, text);
    const answer = parseAnswer(LxdAnswer, jsonOf(text));
    if (answer.type === "error") throw new LxdRefusal(answer.error_code, answer.error);
    const begun = parseAnswer(z.object({ metadata }), answer.metadata);
    return { operationId: answer.type === "async" ? lastSegment(answer.operation) : "", metadata: begun.metadata };
  }

  /** Connects to a WebSocket of an operation. Its secret says which. */
  operationSocket(operationId: string, secret: string): WebSocket {
    const query = new URLSearchParams({ secret, project: this.project });
    return this.connection.webSocket(`/1.0${pathOf("operations", operationId, "websocket")}?${query}`);
  }

  /** Deletes an object. A missing one is not an error. */
  async remove(path: string, signal: AbortSignal, query?: Query): Promise<void> {
    try {
      await this.change("DELETE", path, undefined, signal, query);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** Uploads bytes, such as a file or an image, and waits for the operation that this starts. */
  async upload(
    path: string,
    body: UploadBody,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    query?: Query,
  ) {
    return this.#value("POST", path, { query, headers, body }, signal);
  }

  /**
   * Downloads bytes, such as a file; undefined when there are none.
   * @param mostBytes the largest size accepted: a guest controls its files, and this process serves others too
   * @throws ProviderError `provider_answer_too_large`, in addition to the errors of every method
   */
  async download(
    path: string,
    signal: AbortSignal,
    query?: Query,
    mostBytes = MOST_BYTES,
  ): Promise<Buffer | undefined> {
    const { statusCode, body } = await this.#send("GET", path, { query }, signal);
    const bytes = await whole(bytesOf(body, mostBytes), signal);
    if (bytes === undefined) throw tooLarge(path, mostBytes);
    if (statusCode < FAILURE) return bytes;
    if (statusCode === 404) return undefined;
    throw refusalOf(statusCode, bytes.toString());
  }

  /** Streams a large body, such as a backup. @throws LxdRefusal with status 404 when it does not exist */
  async stream(path: string, signal: AbortSignal): Promise<{ sizeBytes: number; content: AsyncIterable<Uint8Array> }> {
    const { statusCode, headers, body } = await this.#send("GET", path, {}, signal);
    if (statusCode >= FAILURE) throw refusalOf(statusCode, await whole(body.text(), signal));
    try {
      return { sizeBytes: parseAnswer(Length, headers["content-length"]), content: chunksOf(body, signal) };
    } catch (error) {
      // An unread body would keep its connection busy.
      await body.dump();
      throw error;
    }
  }

  /** Streams a large body whose size the server need not tell. @throws LxdRefusal with status 404 when it does not exist */
  async streamUnsized(
    path: string,
    signal: AbortSignal,
  ): Promise<{ contentType: string; content: AsyncIterable<Uint8Array> }> {
    const { statusCode, headers, body } = await this.#send("GET", path, {}, signal);
    if (statusCode >= FAILURE) throw refusalOf(statusCode, await whole(body.text(), signal));
    return { contentType: String(headers["content-type"] ?? ""), content: chunksOf(body, signal) };
  }

  /**
   * Waits until an operation has ended. An operation that the server has forgotten has ended with an unknown result.
   * @throws LxdRefusal when it failed; ProviderError, retryable, when it was forgotten
   */
  async wait(operationId: string, signal: AbortSignal): Promise<unknown> {
    const ended = await this.find(pathOf("operations", operationId, "wait"), LxdOperation, signal);
    if (ended === undefined) throw unreachable(new Error(`LXD no longer knows the operation ${operationId}`));
    if (ended.status_code >= FAILURE) throw new LxdRefusal(ended.status_code, ended.err);
    return ended.metadata;
  }

  /** The operations that are running now. */
  async runningOperations(signal: AbortSignal): Promise<LxdOperation[]> {
    const byStatus = await this.get("/operations", OperationsByStatus, signal, { recursion: 1 });
    return Object.values(byStatus).flatMap((operations) =>
      operations.filter((operation) => operation.status_code < 200),
    );
  }

  async close(): Promise<void> {
    await this.connection.dispatcher.destroy();
  }

  async #value(method: Dispatcher.HttpMethod, path: string, sent: Sent, signal: AbortSignal): Promise<unknown> {
    const { statusCode, body } = await this.#send(method, path, sent, signal);
    const text = await whole(body.text(), signal);
    if (statusCode >= FAILURE) throw refusalOf(statusCode, text);
    const answer = parseAnswer(LxdAnswer, jsonOf(text));
    if (answer.type === "error") throw new LxdRefusal(answer.error_code, answer.error);
    if (answer.type === "sync") return answer.metadata;
    return this.wait(lastSegment(answer.operation), signal);
  }

  async #send(method: Dispatcher.HttpMethod, path: string, { query, headers, body }: Sent, signal: AbortSignal) {
    const { origin, dispatcher } = this.connection;
    const parameters = new URLSearchParams({ project: this.project });
    for (const [name, value] of Object.entries(query ?? {})) parameters.set(name, String(value));
    try {
      const timeout = method !== "GET" ? CHANGE_TIMEOUT_MS : path.endsWith("/wait") ? 0 : READ_TIMEOUT_MS;
      const limits = { headersTimeout: timeout, bodyTimeout: timeout };
      return await request(`${origin}/1.0${path}?${parameters}`, {
        method,
        dispatcher,
        signal,
        ...limits,
        headers: headers ?? {},
        body: body ?? null,
      });
    } catch (error) {
      signal.throwIfAborted();
      throw unreachable(error);
    }
  }
}

/** A path of escaped segments. */
export function pathOf(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
}

/** `web` of `/1.0/operations/web?project=fulmar` */
function lastSegment(url: string): string {
  return new URL(url, "http://lxd").pathname.split("/").at(-1) ?? "";
}
