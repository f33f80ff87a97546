import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";

const compress = promisify(gzip);

/** What compresses. A font is compressed already. */
const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};

const ADDRESS = "/_next/static/";

/** Headers of a request for a part of a file, or for the case that it has changed. */
const CONDITIONS = ["range", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since"] as const;

interface StaticFile {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The compressed file, from the first request on. */
  body?: Promise<Buffer> | undefined;
}

/** @returns false if it has left the request to Next */
type StaticFiles = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Answers requests for the scripts and styles of a build from memory, compressed once: Next reads and compresses a file
 * for each request, two fifths of what a first load costs the console. A build is a few MB, compressed. What is not a
 * plain request for one of these files is Next's, and so is a file that cannot be read.
 * @param folder the build, `.next`
 */
export function staticFiles(folder: string): StaticFiles {
  const files = filesOf(folder);
  return async (request, response) => {
    const file = request.method === "GET" && isPlain(request) ? files.get(addressOf(request)) : undefined;
    if (file === undefined) return false;
    file.body ??= readFile(file.path).then((text) => compress(text, { level: constants.Z_BEST_COMPRESSION }));
    const body = await file.body.catch(() => undefined);
    if (body === undefined) {
      file.body = undefined;
      return false;
    }
    response.writeHead(200, { ...file.headers, "Content-Length": body.length }).end(body);
    return true;
  };
}

function filesOf(folder: string): ReadonlyMap<string, StaticFile> {
  const common = commonHeaders(folder);
  const names = readdirSync(join(folder, "static"), { recursive: true, encoding: "utf8" });
  return new Map(
    names.flatMap((name) => {
      const type = TYPES[extname(name)];
      if (type === undefined) return [];
      const path = join(folder, "static", name);
      const headers = {
        ...common,
        // The address of each file has a hash of its content, or of the build.
        "Cache-Control": "public, max-age=31536000, immutable",
        "Last-Modified": statSync(path).mtime.toUTCString(),
        "Content-Type": type,
        "Content-Encoding": "gzip",
        Vary: "Accept-Encoding",
      };
      return [[`${ADDRESS}${name}`, { path, headers }] as const];
    }),
  );
}

/** The headers that Next adds to every answer, as next.config.ts names them. */
function commonHeaders(folder: string): Readonly<Record<string, string>> {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "routes-manifest.json"), "utf8"));
  const everywhere = manifest.headers.filter(({ source }) => source === "/:path*");
  return Object.fromEntries(everywhere.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value])));
}

interface Manifest {
  readonly headers: readonly {
    readonly source: string;
    readonly headers: readonly { readonly key: string; readonly value: string }[];
  }[];
}

const addressOf = ({ url }: IncomingMessage) => url?.split("?", 1)[0] ?? "";

/** Whether it is for the entire file, and names gzip without a weight, as every browser does. */
function isPlain({ headers }: IncomingMessage): boolean {
  const codings = String(headers["accept-encoding"] ?? "").split(",");
  return codings.some((coding) => coding.trim() === "gzip") && CONDITIONS.every((name) => headers[name] === undefined);
}
