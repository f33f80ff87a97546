import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DistributionDocument, DOCUMENTS, EdgeDocument } from "@fulmar/edge-protocol";
import { freePort } from "@fulmar/testkit";
import { afterAll, expect } from "vitest";
import type { z } from "zod";
import { hmac, signingKey, stringToSign } from "../../../../packages/core/src/object-storage/signing/signature-v4.ts";
import { type CdnEngine, createCdnEngine } from "./cdn-engine.ts";
import type { CdnOptions } from "./nginx-configuration.ts";

type CdnKind = "distribution" | "purge" | "certificate" | "challenge";
type Body<Kind extends CdnKind> = z.infer<(typeof DOCUMENTS)[Kind]>;

export const COMMON_DOMAIN = "cdn.fulmar.example";

const NEEDED = [
  "/usr/sbin/nginx",
  "/usr/lib/nginx/modules/ngx_http_lua_module.so",
  "/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so",
  "/usr/lib/x86_64-linux-gnu/lua/5.1/cjson.so",
  "/usr/bin/openssl",
];
/** The files that this machine lacks to run the CDN's tests. */
export const lacking = NEEDED.filter((file) => !existsSync(file));
/** The programs that the CDN's tests need. */
export const NGINX = "nginx with Lua, Brotli and OpenSSL";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}
interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The edge's address, on loopback. */
  readonly at?: "127.0.0.1" | "::1";
}

/** A certificate that signs itself, in PEM. */
export function certificateFor(...names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-certificate-"));
  const [key, chain] = [join(folder, "key.pem"), join(folder, "chain.pem")];
  const alternatives = names.map((name) => `${isIP(name) === 0 ? "DNS" : "IP"}:${name}`).join(",");
  execFileSync(
    "/usr/bin/openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"],
      ...["-subj", "/CN=test", "-addext", `subjectAltName=${alternatives}`, "-keyout", key, "-out", chain],
    ],
    { stdio: "pipe" },
  );
  const certificate = { names, chainPem: readFileSync(chain, "utf8"), privateKeyPem: readFileSync(key, "utf8") };
  rmSync(folder, { recursive: true });
  return certificate;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The server does not listen on TCP.");
  return address.port;
}

/** A real nginx with its engine, in a folder of its own. It ends with the tests of the file. */
export async function edgeOfFile(options: Partial<CdnOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-cdn-"));
  const [port, tlsPort] = [await freePort(), await freePort()];
  const all: CdnOptions = {
    folder,
    http: [`127.0.0.1:${port}`, `[::1]:${port}`],
    https: [`127.0.0.1:${tlsPort}`, `[::1]:${tlsPort}`],
    commonDomain: COMMON_DOMAIN,
    cdnId: COMMON_DOMAIN,
    nameservers: [],
    allowLoopback: true,
    documentsMb: 32,
    cacheGb: 1,
    workers: 2,
    ...options,
  };
  let engine = await createCdnEngine(all);
  const documents = new Map<string, EdgeDocument<CdnKind>>();
  let sequence = 0;
  afterAll(async () => {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function document<Kind extends CdnKind>(kind: Kind, id: string, body: Body<Kind>): EdgeDocument<Kind> {
    sequence += 1;
    return { kind, id, revision: sequence, sequence, body };
  }

  const edge = {
    folder,
    port,
    tlsPort,
    options: all,
    documents,
    document,
    engine: (): CdnEngine => engine,
    /** Replaces the engine as a restart of the agent does; nginx goes on. */
    async restartAgent() {
      await engine.close();
      engine = await createCdnEngine(all);
    },
    async apply(...changes: readonly (EdgeDocument<CdnKind> | string)[]) {
      for (const change of changes)
        if (typeof change === "string") documents.delete(change);
        else documents.set(change.id, change);
      const changed = new Set(changes.map((change) => (typeof change === "string" ? change : change.id)));
      return await engine.apply({ documents, changed }, new AbortController().signal);
    },
    /** Serves a new distribution under a host of its own. */
    async serve(body: Partial<DistributionDocument> & Pick<DistributionDocument, "origin">) {
      const id = `cdn_${sequence + 1}`;
      const host = body.hosts?.[0] ?? `${sequence + 1}.${COMMON_DOMAIN}`;
      const whole = distribution({ hosts: [host], ...body });
      expect(await edge.apply(document("distribution", id, whole))).toEqual([]);
      const get = (path: string, asked: Asked = {}) => ask(port, host, path, asked);
      const purge = async (extent: Body<"purge">["extent"]) => {
        const one = document("purge", `purge_${sequence + 1}`, { distributionId: id, extent });
        expect(await edge.apply(one)).toEqual([]);
      };
      const change = (changes: Partial<DistributionDocument>) =>
        edge.apply(document("distribution", id, { ...whole, ...changes }));
      return { id, host, get, purge, change };
    },
    get: (host: string, path: string, asked: Asked = {}) => ask(port, host, path, asked),
  };
  return edge;
}

export function distribution(
  body: Partial<DistributionDocument> & Pick<DistributionDocument, "origin">,
): DistributionDocument {
  return {
    enabled: true,
    hosts: [],
    commonPath: null,
    cachePolicy: "static-assets",
    access: body.origin.type === "bucket" ? { isPublic: true, keys: [], endedSigners: [] } : null,
    ...body,
    website: {
      indexDocument: "index.html",
      errorDocument: null,
      spa: false,
      redirects: [],
      headers: [],
      ...body.website,
    },
  };
}

/** A store's answers, and the status and text that visitors get for each. */
export const STORE_ANSWERS: readonly (readonly [store: number, method: string, status: number, text: RegExp])[] = [
  [400, "GET", 400, /path or a header is not valid/],
  [400, "HEAD", 400, /^$/],
  [401, "GET", 403, /does not let the CDN read/],
  [403, "GET", 403, /does not let the CDN read/],
  [403, "HEAD", 403, /^$/],
  [403, "OPTIONS", 403, /CORS rules do not allow/],
  [404, "GET", 404, /^Not found\.$/m],
  [405, "GET", 405, /refused the request/],
  [407, "GET", 403, /does not let the CDN read/],
  [409, "GET", 409, /refused the request/],
  [410, "GET", 410, /refused the request/],
  [412, "GET", 412, /refused the request/],
  [414, "GET", 414, /refused the request/],
  [416, "GET", 416, /range is outside/],
  [429, "GET", 429, /refused the request/],
  [451, "GET", 451, /refused the request/],
  [301, "GET", 502, /did not answer the edge/],
  [307, "OPTIONS", 502, /did not answer the edge/],
  [500, "GET", 502, /did not answer the edge/],
  [503, "GET", 502, /did not answer the edge/],
  [503, "OPTIONS", 502, /did not answer the edge/],
  [507, "GET", 502, /did not answer the edge/],
];

/** Sends a request whose path goes out as it is. */
function ask(port: number, host: string, path: string, asked: Asked = {}) {
  const { method = "GET", headers = {}, at = "127.0.0.1" } = asked;
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ host: at, port, path, method, headers: { host, ...headers }, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** An origin on loopback that records what reaches it. */
export async function originOfFile(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  let handler = answer;
  const server = createServer((message, response) => {
    requests.push(message);
    handler(message, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = portOf(server.address());
  return {
    port,
    requests,
    origin: { type: "custom", url: `http://127.0.0.1:${port}` } as const,
    /** Answers in another way from now on. */
    become(next: typeof answer) {
      handler = next;
    },
    /** The requests for a path. */
    count: (path: string) => requests.filter(({ url }) => url === path).length,
  };
}

export interface StoredObject {
  readonly body: string | Buffer;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A store of one private bucket: it answers only requests that are signed with its key. */
export async function storeOfFile(objects: Map<string, StoredObject>, bucket = "photos") {
  const key = { accessKeyId: "AKIAFULMAR", secretAccessKey: "a secret of the edge" };
  const region = "eu-central-1";
  const origin = await originOfFile((message, response) => {
    const reveal = { "x-amz-request-id": "req-1", "x-amz-id-2": "zzz", server: "AmazonS3" };
    if (message.method !== "OPTIONS" && !isSigned(message, key, region))
      return response.writeHead(403, reveal).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
    if (message.method === "OPTIONS")
      return response.writeHead(200, { ...reveal, "access-control-allow-origin": "https://app.example" }).end();
    const path = decodeURIComponent(message.url ?? "");
    const object = path.startsWith(`/${bucket}/`) ? objects.get(path.slice(bucket.length + 2)) : undefined;
    if (object === undefined)
      return response.writeHead(404, reveal).end(`<Error><Code>NoSuchKey</Code><Bucket>${bucket}</Bucket></Error>`);
    const body = Buffer.from(object.body);
    const cors = message.headers.origin === undefined ? {} : { "access-control-allow-origin": message.headers.origin };
    response.writeHead(200, {
      ...reveal,
      ...cors,
      "content-type": object.type ?? "application/octet-stream",
      "content-length": body.length,
      ...object.headers,
    });
    return response.end(message.method === "HEAD" ? undefined : body);
  });
  const endpoint = `http://127.0.0.1:${origin.port}`;
  return { ...origin, origin: { type: "bucket", endpoint, region, bucket, ...key } as const };
}

function isSigned(
  { method = "", url = "", headers }: IncomingMessage,
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
  region: string,
): boolean {
  const at = String(headers["x-amz-date"]);
  const scope = { date: at.slice(0, 8), region, service: "s3" };
  const hash = String(headers["x-amz-content-sha256"]);
  const signed = ["host", "x-amz-content-sha256", "x-amz-date"];
  const request = {
    method,
    path: url,
    query: [],
    headers: signed.map((name) => [name, String(headers[name])] as const),
    payloadHash: hash,
  };
  const signature = stringToSign(at, scope, request);
  const expected =
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.date}/${region}/s3/aws4_request, ` +
    `SignedHeaders=${signed.join(";")}, Signature=`;
  const authorization = headers.authorization ?? "";
  return authorization === expected + hmac(signingKey(secretAccessKey, scope), signature).toString("hex");
}
