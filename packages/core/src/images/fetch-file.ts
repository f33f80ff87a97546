import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { isIP } from "node:net";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isPublicAddress } from "@fulmar/edge-protocol";
import { RefusedFile } from "@fulmar/image-files";
import { Agent, type Dispatcher, request } from "undici";
import { publicConnector } from "../work/public-connector.ts";

const CONNECT_MS = 10_000;
/** A server that sends nothing for as long has stopped. */
const SILENT_MS = 60_000;
const MOST_REDIRECTS = 5;

/** A server did not answer, or broke off. It may answer later. */
export class FetchFailed extends Error {
  override readonly name = "FetchFailed";
}

/** Whose server a file comes from: our object store's may be at any address, people's URLs at public ones alone. */
export type Reach = "own" | "public" | "any";

interface Download {
  readonly reach: Reach;
  readonly mostBytes: number;
  /** Where the file is written. */
  readonly path: string;
}

/**
 * Writes what a URL answers to a file, as it arrives. Redirects are followed, and each address is checked anew.
 * @returns its size and its SHA-256
 * @throws RefusedFile for what will not become better, FetchFailed for what may
 */
export async function fetchFile(
  url: string,
  { reach, mostBytes, path }: Download,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const timeouts = { headersTimeout: SILENT_MS, bodyTimeout: SILENT_MS, maxHeaderSize: 16_384 };
  const agent = new Agent({ ...timeouts, ...(reach === "public" && { connect: publicConnector(CONNECT_MS) }) });
  try {
    const body = await answerOf(new URL(url), { reach, mostBytes, agent }, signal);
    const hash = createHash("sha256");
    let bytes = 0;
    const counting = new Transform({
      transform(chunk: Buffer, _, next) {
        bytes += chunk.length;
        hash.update(chunk);
        next(bytes > mostBytes ? tooLarge(mostBytes) : null, chunk);
      },
    });
    await pipeline(body, counting, createWriteStream(path, { mode: 0o600 }), { signal });
    return { bytes, sha256: hash.digest("hex") };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RefusedFile || error instanceof FetchFailed) throw error;
    throw refusalOf(error) ?? new FetchFailed(`The file could not be fetched: ${sentenceOf(error)}`, { cause: error });
  } finally {
    await agent.destroy();
  }
}

async function answerOf(
  first: URL,
  { reach, mostBytes, agent }: Pick<Download, "reach" | "mostBytes"> & { readonly agent: Agent },
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData["body"]> {
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    requireReachable(url, reach);
    const { statusCode, headers, body } = await request(url.href, { dispatcher: agent, signal });
    if (statusCode === 200) {
      if (Number(headers["content-length"] ?? 0) <= mostBytes) return body;
      throw tooLarge(mostBytes);
    }
    await body.dump({ limit: 16_384 });
    const { location } = headers;
    if (statusCode >= 300 && statusCode < 400 && typeof location === "string" && URL.canParse(location, url.href))
      url = new URL(location, url.href);
    else if (statusCode >= 500 || statusCode === 429) throw new FetchFailed(`The server answered ${statusCode}.`);
    else
      throw new RefusedFile(
        reach === "own"
          ? `The bucket answered ${statusCode}: the object is gone, or who asked for the import may not read it any more.`
          : `The server answered ${statusCode}; name a URL that answers the file itself.`,
      );
  }
  throw new RefusedFile(`The URL redirects more than ${MOST_REDIRECTS} times; name the one that it leads to.`);
}

/** @throws RefusedFile. Names are resolved and checked where the connection is made */
function requireReachable({ protocol, hostname }: URL, reach: Reach): void {
  if (reach !== "public") return;
  if (protocol !== "https:")
    throw new RefusedFile("The file is fetched by https alone; name or redirect to such a URL.");
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
}

const notPublic = () => new RefusedFile("The server of the URL has an address that is not public.");

function tooLarge(mostBytes: number): RefusedFile {
  return new RefusedFile(
    `The file has more than ${mostBytes} bytes. An import takes what a disk of min_disk_gb needs, and at most 64 GiB; ` +
      "import it with a larger min_disk_gb, or pack it.",
  );
}

function refusalOf(error: unknown): RefusedFile | undefined {
  return error instanceof Error && error.name === "PrivateTarget" ? notPublic() : undefined;
}

function sentenceOf(error: unknown): string {
  const { message, code } = error instanceof Error ? { code: "", ...error, message: error.message } : Object();
  return `${message || code || String(error)}.`.slice(0, 300);
}
