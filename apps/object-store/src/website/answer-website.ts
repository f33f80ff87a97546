import { readConfiguration, unsignedBucket } from "@fulmar/core/object-store";
import { carryOutUnsigned, type From } from "../carry-out.ts";
import type { Answer } from "../operations/call.ts";
import { noSuchBucket, S3Error } from "../protocol/s3-error.ts";
import type { S3Request } from "../protocol/s3-request.ts";
import type { Store } from "../store.ts";
import { locationOf, type Origin, REDIRECT_LOCATION, ruleFor, urlOf } from "./redirects.ts";
import { Website } from "./website-configuration.ts";

/** A website shows these in place of an object. Other refusals are not the visitor's matter. */
const SHOWN_ERRORS: ReadonlySet<string> = new Set(["NoSuchKey", "AccessDenied", "MethodNotAllowed", "InvalidRequest"]);
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Answers a visitor of a bucket's website (AWS: Hosting a static website): pages, the index of each folder, redirects,
 * and the error document. Visitors are anonymous, so they read what the bucket lets everyone read.
 */
export async function answerWebsite(store: Store, request: S3Request, from: From): Promise<Answer> {
  try {
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new S3Error("MethodNotAllowed", "A website only takes GET and HEAD.", { allow: "GET, HEAD" });
    return await pageOf(store, request, from);
  } catch (error) {
    if (!(error instanceof S3Error) || error.status >= 500) throw error;
    return errorPage(error);
  }
}

async function pageOf(store: Store, request: S3Request, from: From): Promise<Answer> {
  const website = await websiteOf(store, request);
  const origin = { protocol: from.isSecure ? "https" : "http", host: request.message.headers.host ?? "" } as const;
  const key = request.key ?? "";
  if ("redirectAll" in website) {
    const { host, protocol } = website.redirectAll;
    return redirect(301, urlOf({ host, protocol: protocol ?? origin.protocol }, key));
  }
  const before = ruleFor(website.rules, key);
  if (before !== undefined) return redirect(before.code, locationOf(before, key, origin));
  const page = key === "" || key.endsWith("/") ? key + website.index : key;
  try {
    return withoutSandbox(await read(store, request, from, page), origin);
  } catch (error) {
    if (!(error instanceof S3Error) || !SHOWN_ERRORS.has(error.code)) throw error;
    const { status } = error;
    const after = ruleFor(website.rules, key, status);
    if (after !== undefined) return redirect(after.code, locationOf(after, key, origin));
    if (status === 404 && page === key && (await exists(store, request, from, `${key}/${website.index}`)))
      return redirect(302, urlOf(origin, `${key}/`));
    const shown = website.error === null ? undefined : await readIfThere(store, request, from, website.error);
    if (shown === undefined) throw error;
    return { ...withoutSandbox(shown, origin), status };
  }
}

async function websiteOf(store: Store, { workspaceId, bucketName = "" }: S3Request): Promise<Website> {
  const bucket = await unsignedBucket(store.sql, workspaceId, bucketName);
  if (bucket === undefined) throw noSuchBucket();
  const stored = await readConfiguration(store.sql, bucket, "website");
  if (stored === undefined) throw new S3Error("NoSuchWebsiteConfiguration", "The bucket has no website.");
  return Website.parse(stored);
}

/** Reads an object as everyone may, with the conditions and the range of the request. @throws S3Error */
function read(store: Store, request: S3Request, from: From, key: string): Promise<Answer> {
  return carryOutUnsigned(store, { ...request, key, query: [] }, from);
}

async function readIfThere(store: Store, request: S3Request, from: From, key: string): Promise<Answer | undefined> {
  try {
    // The conditions and the range of the request are about another page.
    return await read(store, { ...request, headers: {} }, from, key);
  } catch (error) {
    if (error instanceof S3Error && SHOWN_ERRORS.has(error.code)) return undefined;
    throw error;
  }
}

async function exists(store: Store, request: S3Request, from: From, key: string): Promise<boolean> {
  return (await readIfThere(store, request, from, key)) !== undefined;
}

/** Each website has an origin of its own, so its pages may run scripts. An object with a redirect is one. */
function withoutSandbox(answer: Answer, origin: Origin): Answer {
  const { "content-security-policy": _, [REDIRECT_LOCATION]: location, ...headers } = answer.headers ?? {};
  if (location === undefined) return { ...answer, headers };
  return redirect(301, location.startsWith("/") ? `${origin.protocol}://${origin.host}${location}` : location);
}

function redirect(status: number, location: string): Answer {
  return { status, headers: { location, "content-type": "text/html; charset=utf-8" }, text: "" };
}

function errorPage({ status, code, message, headers }: S3Error): Answer {
  const [title, sentence] = [`${status} ${code}`, message].map((text) =>
    text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character),
  );
  return {
    status,
    headers: { ...headers, "content-type": "text/html; charset=utf-8" },
    text: `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${sentence}</p></html>\n`,
  };
}
