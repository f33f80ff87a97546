import { X509Certificate } from "node:crypto";
import { getServers } from "node:dns";
import { readFileSync, rmSync } from "node:fs";
import type { CdnEdgeConfiguration } from "@fulmar/config";
import type { EdgeDocument } from "@fulmar/edge-protocol";
import type { Engine } from "../engine.ts";
import { temporaryFolder } from "../nginx/temporary-folder.ts";
import { type CdnEngine, type CdnKind, createCdnEngine } from "./cdn-engine.ts";

/** How the edge runs the CDN besides its configuration. */
interface Place {
  readonly folder: string;
  /** On a laptop, nginx ends with the agent, and its files are in a temporary folder. */
  readonly endsWithAgent: boolean;
  readonly warn: (problem: unknown) => void;
}

/**
 * The CDN by the nginx of this host, as the edge's configuration wants it.
 * @throws Error when nginx or a module is missing
 */
export async function installedCdn(
  configuration: CdnEdgeConfiguration,
  { folder, endsWithAgent, warn }: Place,
): Promise<Engine> {
  const domain = new URL(configuration.publicUrl).hostname;
  // Sockets need a short path, and nginx's workers one that they may pass through.
  const at = endsWithAgent ? temporaryFolder(folder) : folder;
  const engine = await createCdnEngine(
    {
      ...{ folder: at, http: configuration.http, https: configuration.https, cacheGb: configuration.cacheGb },
      ...{ commonDomain: domain, cdnId: domain, hosts: { localhost: "127.0.0.1" } },
      // nginx connects to no address with a zone, such as fe80::1%eth0.
      nameservers: getServers().filter((server) => !server.includes("%")),
      // A laptop's shared memory is for one developer's distributions.
      ...(endsWithAgent && { documentsMb: 32, workers: 1 }),
    },
    warn,
  );
  const served = withOwnCertificate(engine, configuration);
  return {
    ...served,
    async close() {
      if (!endsWithAgent) return engine.close();
      await engine.stop();
      rmSync(at, { recursive: true, force: true });
    },
  };
}

/**
 * Adds the operator's certificate for the CDN's own names, which is read again whenever documents change. One of an
 * authority for the same names is left out then.
 */
function withOwnCertificate(engine: CdnEngine, { certificate }: CdnEdgeConfiguration): Engine<CdnKind> {
  if (certificate === undefined) return engine;
  return {
    ...engine,
    apply({ documents, changed }, signal) {
      const own = ownCertificate(certificate);
      const others = [...documents].filter(([, document]) => !isOfNames(document, own.body.names));
      return engine.apply(
        { documents: new Map([...others, [own.id, own]]), changed: changed && new Set([...changed, own.id]) },
        signal,
      );
    },
  };
}

function isOfNames({ kind, body }: EdgeDocument<CdnKind>, names: readonly string[]): boolean {
  return kind === "certificate" && "names" in body && body.names.every((name) => names.includes(name));
}

function ownCertificate({
  chainFile,
  keyFile,
}: NonNullable<CdnEdgeConfiguration["certificate"]>): EdgeDocument<"certificate"> {
  const chainPem = readFileSync(chainFile, "utf8");
  const names = new X509Certificate(chainPem).subjectAltName?.matchAll(/DNS:([^,\s]+)/g) ?? [];
  return {
    ...{ kind: "certificate", id: "operator", revision: 0, sequence: 0 },
    body: { names: [...names].map(([, name = ""]) => name), chainPem, privateKeyPem: readFileSync(keyFile, "utf8") },
  };
}
