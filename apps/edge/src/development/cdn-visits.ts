import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { redirectTarget } from "@fulmar/contract/cdn";
import { type DistributionDocument, type DistributionUsage, verifyUrl } from "@fulmar/edge-protocol";
import { toOriginForm } from "@fulmar/http";
import { canonicalPath, objectPath } from "../cdn/canonical-path.ts";
import type { Origin } from "./cdn-origin.ts";
import { HOP_BY_HOP } from "./listener.ts";

/** A distribution that is served. */
export interface Hosted {
  readonly id: string;
  readonly document: DistributionDocument;
  readonly origin: Origin;
}

/** Whom a URL names: a distribution, the path within it, and the kind of host that signatures name. */
interface Place {
  readonly hosted: Hosted | undefined;
  readonly path: string;
  readonly reading: "common" | "own";
}

/** The lifetime in browsers where the origin sets none, in seconds (docs/cdn.md: Cache policies). */
const VISITORS_KEEP = { "static-assets": 3_600, media: 86_400, short: 60, "no-cache": 0 } as const;
/** The first URL of a bucket or of a key may arrive before its document does. */
const LOOK = { times: 20, everyMs: 100 };
const METHODS = ["GET", "HEAD", "OPTIONS"];
const PASSED_ON = ["accept", "accept-language", "origin", "range", "if-range", "if-none-match", "if-modified-since"];
const CORS_ASKED = ["access-control-request-method", "access-control-request-headers"];
const CONDITIONS = new Set(["range", "if-range", "if-none-match", "if-modified-since"]);
/** A store's statuses for an object that is there. */
const SHOWN = new Set([200, 204, 206, 304]);
/** The texts that visitors get for a store's refusals, as in lua/edge/fetch.lua. */
const REFUSED: Readonly<Record<number, string>> = {
  400: "The object store does not take this request: its path or a header is not valid.",
  403: "The bucket does not let the CDN read this object.",
  404: "Not found.",
  416: "The range is outside the object.",
};
/** Refusals of credentials, which are the edge's own. */
const CREDENTIALS = new Set([401, 407]);

/** An answer of the CDN itself. */
class Refusal extends Error {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, text: string, headers: OutgoingHttpHeaders = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

/** Answers visitors of the development CDN as docs/cdn.md says, without a cache. */
export class Visits {
  readonly #commonDomain: string;
  readonly #byHost = new Map<string, Hosted>();
  readonly #byPath = new Map<string, Hosted>();
  #used = new Map<string, DistributionUsage>();
  #isReady: boolean = false;

  constructor(commonDomain: string) {
    this.#commonDomain = commonDomain;
  }

  /** Replaces what is served. */
  serve(all: readonly Hosted[]): void {
    this.#byHost.clear();
    this.#byPath.clear();
    for (const hosted of all) {
      for (const host of hosted.document.hosts) this.#byHost.set(host.toLowerCase(), hosted);
      if (hosted.document.commonPath !== null) this.#byPath.set(hosted.document.commonPath, hosted);
    }
    this.#isReady = true;
  }

  /** Takes what was served since the last call. */
  takeUsage(): DistributionUsage[] {
    const used = [...this.#used.values()];
    this.#used = new Map();
    return used;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    toOriginForm(request);
    let hosted: Hosted | undefined;
    const before = request.socket.bytesWritten;
    try {
      const [path = "", query] = splitTarget(request.url ?? "");
      const host = (request.headers.host ?? "").replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
      const place = await this.#placeOf(host, path);
      hosted = place.hosted;
      if (hosted === undefined) throw this.#notServed(place);
      if (request.headers["cdn-loop"]?.includes(this.#commonDomain))
        throw new Refusal(508, "The request has passed this CDN before.");
      await answerFor(hosted, place, query, { request, response, find: () => this.#find(host, path).hosted });
    } catch (error) {
      const { status, headers, message } =
        error instanceof Refusal ? error : new Refusal(502, error instanceof Error ? error.message : String(error));
      if (response.headersSent) response.destroy();
      else {
        const own = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers };
        response.writeHead(status, { ...own, ...ownHeaders(hosted) }).end(`${message}\n`);
      }
    }
    if (hosted === undefined) return;
    this.#count(hosted.id, response.statusCode, request.socket.bytesWritten - before);
  }

  #count(distributionId: string, status: number, sent: number): void {
    const none = { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 };
    const { bytes, requests, statuses } = this.#used.get(distributionId) ?? { bytes: 0, requests: 0, statuses: none };
    const name = (["2xx", "3xx", "4xx", "5xx"] as const)[Math.floor(status / 100) - 2] ?? "2xx";
    this.#used.set(distributionId, {
      ...{ distributionId, bytes: bytes + sent, requests: requests + 1, cacheHits: 0 },
      statuses: { ...statuses, [name]: statuses[name] + 1 },
    });
  }

  async #placeOf(host: string, path: string): Promise<Place> {
    const found = this.#find(host, path);
    if (found.hosted !== undefined || found.reading === "own" || !/^\/\d+\/[^/]+\//.test(path)) return found;
    await waitUntil(() => this.#find(host, path).hosted !== undefined);
    return this.#find(host, path);
  }

  #find(host: string, path: string): Place {
    if (host !== this.#commonDomain) return { hosted: this.#byHost.get(host), path, reading: "own" };
    const [prefix = "", workspace = "", bucket = ""] = /^\/([^/]*)\/([^/]*)/.exec(path) ?? [];
    const hosted = this.#byPath.get(`/${workspace}/${bucket}`);
    return { hosted, path: hosted === undefined ? path : path.slice(prefix.length) || "/", reading: "common" };
  }

  #notServed({ reading }: Place): Refusal {
    if (!this.#isReady)
      return new Refusal(503, "This edge has just started. Try again in a few seconds.", { "retry-after": "5" });
    return reading === "common"
      ? new Refusal(404, "Nothing is served under this path.")
      : new Refusal(421, "This host is not served here.");
  }
}

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The distribution as it is now. */
  readonly find: () => Hosted | undefined;
}

async function answerFor(
  hosted: Hosted,
  { path, reading }: Place,
  query: string | undefined,
  { request, response, find }: Visit,
): Promise<void> {
  const { document, origin } = hosted;
  const method = request.method ?? "";
  if (!document.enabled) throw new Refusal(403, "This distribution is disabled.");
  if (!METHODS.includes(method))
    throw new Refusal(405, "Only GET, HEAD and OPTIONS are answered.", { allow: METHODS.join(", ") });
  const canonical = canonicalOf(path);
  const access = () => find()?.document.access ?? null;
  const { disposition, isSigned } = await requireAccess(reading, request.url ?? "", query, access);
  const redirect = reading === "own" ? redirectTarget(document.website.redirects, path) : undefined;
  if (redirect !== undefined)
    throw new Refusal(redirect.status, `See ${redirect.location}`, { location: redirect.location });
  // A signature is for one object, whose key may end in a slash. Without a key, the path would be the bucket's.
  const target = isSigned && canonical !== "/" ? canonical : pageOf(canonical, document.website.indexDocument);
  const { status, answer } = origin.isBucket
    ? await objectOf({ document, origin }, target, headersOf(request.headers, method), method)
    : await fromServer(origin, path + (query === undefined ? "" : `?${query}`), request);
  response.writeHead(status, {
    ...answerHeaders(answer.headers, origin),
    "cache-control": cacheControl(document, status, answer.headers["cache-control"]),
    "x-cache": "BYPASS",
    ...(disposition !== null && status < 300 && { "content-disposition": disposition }),
    ...ownHeaders(hosted),
  });
  await pipeline(answer, response);
}

interface Answered {
  readonly status: number;
  readonly answer: IncomingMessage;
}

async function fromServer(
  origin: Origin,
  target: string,
  { method = "", headers }: IncomingMessage,
): Promise<Answered> {
  const loop = headers["cdn-loop"]?.toString();
  const answer = await origin.fetch({ method, target, headers: headersOf(headers, method), loop });
  return { status: answer.statusCode ?? 502, answer };
}

/** The path of the index document for that of a folder. */
function pageOf(path: string, indexDocument: string): string {
  return path.endsWith("/") ? path.slice(0, -1) + objectPath(indexDocument) : path;
}

/** An object, or what the website shows instead of one that is missing. @throws Refusal when there is neither */
async function objectOf(
  { document: { website }, origin }: Pick<Hosted, "document" | "origin">,
  target: string,
  headers: Readonly<Record<string, string>>,
  method: string,
): Promise<Answered> {
  const found = await origin.fetch({ method, target, headers, loop: undefined });
  const { spa, errorDocument } = website;
  if (found.statusCode !== 404 || (!spa && errorDocument === null)) return understood(found, method);
  found.resume();
  const instead = objectPath(spa || errorDocument === null ? website.indexDocument : errorDocument);
  const whole = Object.fromEntries(Object.entries(headers).filter(([name]) => !CONDITIONS.has(name)));
  const answer = await origin.fetch({ method, target: instead, headers: whole, loop: undefined });
  const shown = understood(answer, method);
  return shown.status === 200 && !spa ? { ...shown, status: 404 } : shown;
}

/**
 * A store's own errors are not shown: they name the bucket. What it refuses is a matter of the visitor or the bucket's
 * owner and keeps its status; 502 is for a store that fails.
 */
function understood(answer: IncomingMessage, method: string): Answered {
  const { statusCode: status = 502 } = answer;
  if (SHOWN.has(status)) return { status, answer };
  answer.resume();
  if (status < 400 || status >= 500) throw new Refusal(502, "The object store did not answer the edge's request.");
  const told = CREDENTIALS.has(status) ? 403 : status;
  const text = REFUSED[told] ?? "The object store refused the request.";
  const isPreflight = method === "OPTIONS" && told === 403;
  const range = answer.headers["content-range"];
  throw new Refusal(told, isPreflight ? "The bucket's CORS rules do not allow this request." : text, {
    ...(told === 405 && { allow: METHODS.join(", ") }),
    ...(told === 416 && range !== undefined && { "content-range": range }),
  });
}

interface Access {
  readonly disposition: string | null;
  readonly isSigned: boolean;
}

/** @throws Refusal when the visitor may not have the object */
async function requireAccess(
  reading: Place["reading"],
  target: string,
  query: string | undefined,
  accessNow: () => DistributionDocument["access"],
): Promise<Access> {
  const open = { disposition: null, isSigned: false };
  const access = accessNow();
  if (access === null) return open;
  // As lua/edge/signature.lua reads it: by the letter, as it was issued.
  const isSigned = /(?:^|&)signature=/.test(query ?? "");
  if (!isSigned && access.isPublic) return open;
  if (isSigned) {
    const keyId = new URLSearchParams(query).get("key");
    await waitUntil(() => accessNow()?.keys.some((key) => key.keyId === keyId) ?? true);
    const now = accessNow();
    const keys = (now?.keys ?? []).map(({ keyId, key, validUntil }) => ({
      keyId,
      key: Buffer.from(key, "base64url"),
      validUntil: validUntil === null ? null : new Date(validUntil * 1000),
    }));
    const endedSigners = (now?.endedSigners ?? []).map(({ signer, until }) => ({
      signer,
      until: new Date(until * 1000),
    }));
    const bucket = { keys, endedSigners, isPublic: now?.isPublic ?? false };
    const verified = verifyUrl(bucket, reading, target, new Date());
    if (verified !== undefined) return { ...verified, isSigned };
  }
  throw new Refusal(403, "The signature of this URL is missing, wrong or expired.");
}

async function waitUntil(isThere: () => boolean): Promise<void> {
  for (let looks = 0; looks < LOOK.times && !isThere(); looks++) await pause(LOOK.everyMs);
}

function splitTarget(target: string): [path: string, query: string | undefined] {
  const question = target.indexOf("?");
  return question === -1 ? [target, undefined] : [target.slice(0, question), target.slice(question + 1)];
}

/** @throws Refusal for a path that no object can have, as lua/edge/path.lua says */
function canonicalOf(path: string): string {
  const canonical = canonicalPath(path);
  const isWrong = !path.startsWith("/") || /%(?![0-9A-Fa-f]{2})|#/.test(path) || /%00|\/\.\.?(\/|$)/.test(canonical);
  if (isWrong) throw new Refusal(400, "The path is not valid.");
  return canonical;
}

function headersOf(headers: IncomingHttpHeaders, method: string): Record<string, string> {
  const names = method === "OPTIONS" ? [...PASSED_ON, ...CORS_ASKED] : PASSED_ON;
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])] as const])),
  );
}

function answerHeaders(headers: IncomingHttpHeaders, { isBucket }: Origin): OutgoingHttpHeaders {
  const dropped = (name: string) =>
    HOP_BY_HOP.has(name) || name === "transfer-encoding" || (isBucket && /^x-(amz|rgw)-/.test(name));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped(name)));
}

function cacheControl({ cachePolicy, access }: DistributionDocument, status: number, own: string | undefined): string {
  const seconds = VISITORS_KEEP[cachePolicy];
  if (own !== undefined && /no-store|private/.test(own)) return own;
  if (seconds === 0) return "no-cache";
  if (status >= 400) return "no-store";
  if (access !== null && !access.isPublic) return "private, no-cache";
  return own ?? `public, max-age=${seconds}`;
}

function ownHeaders(hosted: Hosted | undefined): OutgoingHttpHeaders {
  return Object.fromEntries((hosted?.document.website.headers ?? []).map(({ name, value }) => [name, value]));
}
