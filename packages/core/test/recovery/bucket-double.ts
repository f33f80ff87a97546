// A bucket of an S3 in memory: objects, lists of them and uploads in parts. It refuses what a test says.
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export async function startBucket() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  /** Answers a request with a status instead. */
  const faults: {
    refuse: (method: string, key: string) => number | undefined;
    /** Keeps a request waiting for its answer. What it sends is stored only after that. */
    hold: (method: string, key: string) => Promise<void> | undefined;
  } = { refuse: () => undefined, hold: () => undefined };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://bucket");
    const [, bucket, ...rest] = url.pathname.split("/");
    const key = decodeURIComponent(rest.join("/"));
    const { method = "GET" } = request;
    const body = await buffer(request);
    await faults.hold(method, key);
    const status = faults.refuse(method, key);
    if (status !== undefined) return refuse(response, status, "ServiceUnavailable");
    if (bucket !== "elsewhere") return refuse(response, 404, "NoSuchBucket");
    if (!request.headers.authorization?.includes("Credential=AKELSEWHERE/"))
      return refuse(response, 403, "InvalidAccessKeyId");
    const sum = request.headers["content-md5"];
    if (sum !== undefined && sum !== createHash("md5").update(body).digest("base64"))
      return refuse(response, 400, "BadDigest");
    const uploadId = url.searchParams.get("uploadId");
    if (method === "GET" && key === "") return list(url.searchParams, response);
    if (method === "GET") {
      const object = objects.get(key);
      if (object === undefined) return refuse(response, 404, "NoSuchKey");
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
      if (from === undefined) return void response.end(object);
      const part = object.subarray(Number(from), Number(to) + 1);
      const range = `bytes ${from}-${Number(from) + part.length - 1}/${object.length}`;
      response.writeHead(206, { "content-range": range }).end(part);
    } else if (method === "DELETE" && uploadId !== null) response.writeHead(204).end(void uploads.delete(uploadId));
    else if (method === "DELETE") response.writeHead(204).end(void objects.delete(key));
    else if (method === "POST" && url.searchParams.has("uploads")) {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, []);
      response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    } else if (method === "POST" && uploadId !== null) {
      objects.set(key, Buffer.concat(uploads.get(uploadId) ?? []));
      uploads.delete(uploadId);
      response.end("<CompleteMultipartUploadResult/>");
    } else if (method === "PUT") {
      const parts = uploadId === null ? undefined : uploads.get(uploadId);
      if (parts === undefined) objects.set(key, body);
      else parts[Number(url.searchParams.get("partNumber")) - 1] = body;
      response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end();
    } else refuse(response, 405, "MethodNotAllowed");
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > (query.get("start-after") ?? ""))
      .toSorted((a, b) => (a < b ? -1 : 1))
      .slice(0, Number(query.get("max-keys")));
    const entries = keys.map((key) => `<Contents><Key>${encodeURIComponent(key)}</Key></Contents>`);
    response.end(`<ListBucketResult>${entries.join("")}</ListBucketResult>`);
  }

  return {
    objects,
    uploads,
    faults,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
}
