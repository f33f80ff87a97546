import { once } from "node:events";
import { createServer } from "node:http";
import type { EdgeDocument } from "@fulmar/edge-protocol";
import { type ApplyFailure, type Engine, portProblem, type Wanted } from "../engine.ts";
import { Origin } from "./cdn-origin.ts";
import { type Hosted, Visits } from "./cdn-visits.ts";

export interface DevelopmentCdnOptions {
  /** The URL of the CDN's common domain, by which it is reached on this machine. */
  readonly publicUrl: string;
  /** Lets custom origins be on loopback addresses. For tests. */
  readonly allowLoopback?: boolean;
}

type CdnDocument = EdgeDocument<"distribution" | "purge">;

/**
 * The CDN in this process, for laptops without nginx: HTTP alone, and nothing is cached, so that a purge has nothing to
 * do. It ends with the agent. For development.
 * @throws Error when its port cannot be opened
 */
export async function developmentCdn({
  publicUrl,
  allowLoopback = false,
}: DevelopmentCdnOptions): Promise<Engine<"distribution" | "purge">> {
  const { hostname: commonDomain, port } = new URL(publicUrl);
  const served = new Map<string, Hosted>();
  const failed = new Map<string, ApplyFailure>();
  const visits = new Visits(commonDomain);
  const server = createServer((request, response) => void visits.answer(request, response));
  const host = "127.0.0.1";
  try {
    await once(server.listen({ host, port: Number(port === "" ? 80 : port) }), "listening");
  } catch (error) {
    throw new Error(portProblem(error, host, Number(port)), { cause: error });
  }

  function bring(document: CdnDocument): void {
    const { kind, id, revision, body } = document;
    if (!("origin" in body)) return;
    try {
      served.set(id, { id, document: body, origin: new Origin(body.origin, { cdnId: commonDomain, allowLoopback }) });
      failed.delete(id);
    } catch (error) {
      failed.set(id, { kind, id, revision, message: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    kinds: ["distribution", "purge"],
    server: `development CDN, Node.js ${process.versions.node}`,
    async apply({ documents, changed }: Wanted<"distribution" | "purge">) {
      for (const id of changed ?? new Set([...documents.keys(), ...served.keys()])) {
        const document = documents.get(id);
        if (document !== undefined) bring(document);
        else for (const known of [served, failed]) known.delete(id);
      }
      visits.serve([...served.values()]);
      return [...failed.values()];
    },
    health: async () => new Map(),
    usage: async () => ({ distributions: visits.takeUsage() }),
    certificates: () => [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
