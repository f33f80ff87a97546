// Agents of edges as they talk to the API: enrollment, the stream of documents, reports.

import { addEdge, removeEdge } from "@fulmar/core/operator";
import { StreamLine } from "@fulmar/edge-protocol";
import { afterEach } from "vitest";
import type { Api } from "../api-fixture.ts";
import { AMSTERDAM, uniqueName } from "../networking/networking-fixture.ts";

interface Agent {
  readonly name: string;
  readonly edgeId: string;
  readonly token: string;
  readonly credential: string;
  readonly report: (report: object) => Promise<{ readonly status: number }>;
}

/** @param api called in tests only */
export function edgeFixture(api: () => Api) {
  const edges: string[] = [];
  const open: AbortController[] = [];
  afterEach(async () => {
    for (const stream of open.splice(0)) stream.abort();
    for (const edgeId of edges.splice(0)) await removeEdge(api().database, edgeId).catch(() => undefined);
  });

  let origin: string | undefined;
  async function apiUrl(): Promise<string> {
    origin ??= `http://127.0.0.1:${(await api().listen()).port}`;
    return origin;
  }

  async function send(path: string, body: object, credential?: string) {
    const response = await fetch(`${await apiUrl()}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(credential && { authorization: `Bearer ${credential}` }) },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  return {
    send,
    /** An enrolled agent of a new edge. The edge is removed after the test. */
    async agent({ site = AMSTERDAM, servesCdn = false } = {}): Promise<Agent> {
      const name = uniqueName("edge");
      const { edgeId, token } = await addEdge(api().database, { name, site_id: site, serves_cdn: servesCdn });
      edges.push(edgeId);
      const { body } = await send("/edge/v1/enrollment", { token, hostname: "front-1" });
      const { credential } = body as { credential: string };
      const kinds = ["load_balancer", ...(servesCdn ? ["distribution", "purge"] : [])];
      const empty = { applied: 0, failures: [], health: [], servers: ["HAProxy 2.6.12"], kinds, usage: null };
      const report = (more: object) => send("/edge/v1/reports", { ...empty, ...more }, credential);
      return { name, edgeId, token, credential, report };
    },
    /** Follows the stream. `until` reads on until a line, and returns all lines since the last call. */
    async follow(credential: string, after?: string) {
      const stream = new AbortController();
      open.push(stream);
      const query = after === undefined ? "" : `?after=${encodeURIComponent(after)}`;
      const response = await fetch(`${await apiUrl()}/edge/v1/documents${query}`, {
        headers: { authorization: `Bearer ${credential}` },
        signal: stream.signal,
      });
      const lines = linesOf(response);
      return {
        status: response.status,
        async until(type: StreamLine["type"]): Promise<StreamLine[]> {
          const read: StreamLine[] = [];
          for (;;) {
            const { value, done } = await lines.next();
            if (done) throw new Error(`the stream ended before ${type}`);
            if (value.type !== "ping") read.push(value);
            if (value.type === type) return read;
          }
        },
        async ended(): Promise<void> {
          while (!(await lines.next()).done);
        },
      };
    },
  };
}

async function* linesOf(response: Response): AsyncGenerator<StreamLine, void> {
  let rest = "";
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield StreamLine.parse(JSON.parse(part));
  }
}

export const documentsOf = (lines: readonly StreamLine[]) => lines.filter((line) => line.type === "document");

/** The sequence and the cursor of the last line. */
export function readyOf(lines: readonly StreamLine[]) {
  const last = lines.at(-1);
  if (last?.type !== "ready") throw new Error("the stream is not ready");
  return last;
}
