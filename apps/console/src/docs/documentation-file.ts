import "server-only";
import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { documentationFolder } from "./documentation-folder.ts";

/** The pages have no inline scripts or styles and load nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
};

/** A name of the site. No other one is looked up, so no path leaves the folder. */
const NAME = /^[\w-]+(\.[a-z]+)?$/;

/**
 * The answer to a request for a page or a file of the documentation. Pages have no extension in their addresses.
 * @param path the names below `/docs`
 */
export async function documentationFile(path: readonly string[], knownTag: string | null): Promise<Response> {
  const last = path.at(-1) ?? "index";
  const file = path.every((name) => NAME.test(name))
    ? await opened(`${[...path.slice(0, -1), last].join("/")}${extname(last) === "" ? ".html" : ""}`)
    : undefined;
  const { bytes, type, tag } = file ?? (await missing());
  const headers = {
    "content-type": type,
    "content-security-policy": POLICY,
    etag: tag,
    "cache-control": "no-cache",
  };
  if (file !== undefined && knownTag === tag) return new Response(null, { status: 304, headers });
  return new Response(bytes, { status: file === undefined ? 404 : 200, headers });
}

interface DocumentationFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly tag: string;
}

async function opened(name: string): Promise<DocumentationFile | undefined> {
  const type = TYPES[extname(name)];
  if (type === undefined) return undefined;
  const path = join(documentationFolder(), name);
  try {
    const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
    return { bytes: new Uint8Array(bytes), type, tag: `W/"${bytes.length}-${Math.floor(mtimeMs)}"` };
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}

async function missing(): Promise<DocumentationFile> {
  const page = await opened("404.html");
  if (page === undefined) throw new Error("the documentation is not built: run `npm run build`");
  return page;
}
