import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Event, FIRST_EVENT, type Operation } from "@fulmar/contract";
import { type Core, DomainError, type EnteredEntry } from "@fulmar/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readBody } from "./body.ts";

/** How often a stream asks for new events. Each time is three queries at most. */
const POLL_MS = 500;
/** How often the token is checked again. */
const CHECK_MS = 5_000;
/** After this time without an event, a comment keeps proxies from ending the connection. */
const QUIET_MS = 15_000;
const PAGE = 1_000;
/** The most streams in this process: of a token with those that it has made, and of an organization. */
const MOST_OF_TOKEN = 20;
const MOST_OF_ORGANIZATION = 60;

export function wantsEventStream({ headers }: FastifyRequest): boolean {
  const accepted = headers.accept?.split(",").map((part) => part.split(";", 1)[0]?.trim().toLowerCase());
  return accepted?.includes("text/event-stream") ?? false;
}

interface StreamRequest {
  readonly operation: Operation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly query: Readonly<Record<string, unknown>>;
  /** Passes the door again. */
  readonly again: () => Promise<EnteredEntry>;
}

/**
 * Answers a list of events as server-sent events (HTML Standard, 9.2). A stream reads the list itself, page by page
 * after the last event that it has sent, so that it loses none, in whichever process it is resumed.
 */
export class EventStreams {
  readonly #core: Core;
  readonly #leaving: AbortSignal;
  /** How many are open, by rate key and by organization. */
  readonly #open = new Map<string, number>();

  /** @param leaving ends the streams, so that clients go on with another process */
  constructor(core: Core, leaving: AbortSignal) {
    this.#core = core;
    this.#leaving = leaving;
  }

  /** @throws DomainError 400, 403, 429 before the stream begins */
  async open(asked: StreamRequest): Promise<FastifyReply> {
    const { request, reply } = asked;
    // A stream has no pages.
    const { cursor: _, ...query } = asked.query;
    const entry = request.entry;
    if (entry === null || !("workspace" in entry)) throw new Error("a stream is opened by a caller in a workspace");
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.#leaving]);
    const { "last-event-id": last } = request.headers;
    const after = typeof last === "string" && last !== "" ? last : query.after;
    const [newest] = await this.#read(asked, entry, { ...query, after, limit: 1 }, signal);
    const begin = typeof after === "string" ? after : (newest?.event_id ?? FIRST_EVENT);
    const ended = this.#begin(entry.rateKey, entry.workspace.organizationId);
    reply.raw.once("close", ended);
    return reply
      .type("text/event-stream; charset=utf-8")
      .header("cache-control", "no-store")
      .header("x-accel-buffering", "no")
      .send(Readable.from(this.#messages({ ...asked, query }, entry, begin, signal)));
  }

  async *#messages(
    asked: StreamRequest,
    first: EnteredEntry,
    begin: string,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    let [entry, after, checkedAt, sentAt] = [first, begin, Date.now(), Date.now()];
    yield "retry: 2000\n\n";
    try {
      while (!signal.aborted) {
        const events = await this.#read(asked, entry, { ...asked.query, after, limit: PAGE }, signal);
        for (const event of events) {
          yield `id: ${event.event_id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
          after = event.event_id;
          sentAt = Date.now();
        }
        if (events.length === PAGE) continue;
        if (Date.now() - sentAt > QUIET_MS) {
          yield ": no event\n\n";
          sentAt = Date.now();
        }
        await sleep(POLL_MS, undefined, { signal });
        if (Date.now() - checkedAt < CHECK_MS) continue;
        entry = await asked.again();
        checkedAt = Date.now();
      }
    } catch (error) {
      // The stream ends. A client that connects again goes on after its last event, or is told why it may not.
      if (signal.aborted) return;
      if (!(error instanceof DomainError) || error.status >= 500)
        asked.request.log.error({ err: error }, "a stream of events ended");
    }
  }

  async #read(
    { operation, request }: StreamRequest,
    entry: EnteredEntry,
    query: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Event[]> {
    const { id: requestId, ip: sourceIp } = request;
    const parts = { params: {}, query, body: readBody(request) };
    const envelope = { requestId, sourceIp, idempotencyKey: undefined, signal };
    const { body } = await this.#core.perform(operation, entry, parts, envelope);
    return Event.array().parse(JSON.parse(body));
  }

  /** @throws DomainError 429 */
  #begin(rateKey: string, organizationId: string): () => void {
    const [ofToken, ofOrganization] = [this.#open.get(rateKey) ?? 0, this.#open.get(organizationId) ?? 0];
    if (ofToken >= MOST_OF_TOKEN)
      throw tooManyStreams(`The token, with those that it has made, has ${MOST_OF_TOKEN} streams open`);
    if (ofOrganization >= MOST_OF_ORGANIZATION)
      throw tooManyStreams(`The organization has ${MOST_OF_ORGANIZATION} streams open`);
    this.#open.set(rateKey, ofToken + 1);
    this.#open.set(organizationId, ofOrganization + 1);
    return () => {
      for (const key of [rateKey, organizationId]) {
        const left = (this.#open.get(key) ?? 1) - 1;
        if (left === 0) this.#open.delete(key);
        else this.#open.set(key, left);
      }
    };
  }
}

function tooManyStreams(why: string): DomainError {
  return new DomainError("rate_limited", `${why}; close some of them.`, {
    code: "too_many_streams",
    retryAfterSeconds: 30,
  });
}
