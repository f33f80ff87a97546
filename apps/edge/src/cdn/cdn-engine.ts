import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { DistributionUsage, EdgeDocument } from "@fulmar/edge-protocol";
import { z } from "zod";
import type { ApplyFailure, Engine, EngineUsage, Wanted } from "../engine.ts";
import { ServedCertificates } from "../served-certificates.ts";
import type { CdnOptions } from "./nginx-configuration.ts";
import { NginxProcess, nginxVersion } from "./nginx-process.ts";
import { PurgeLedger } from "./purge-ledger.ts";
import { pushedCertificate, pushedChallenge, pushedDistribution } from "./pushed-documents.ts";

const KINDS = ["distribution", "purge", "certificate", "challenge"] as const;
export type CdnKind = (typeof KINDS)[number];
type CdnDocument = EdgeDocument<CdnKind>;

export interface CdnEngine extends Engine<CdnKind> {
  /** Takes the counts of all distributions that served something. A worker adds its own every second. */
  usage(): Promise<Pick<EngineUsage, "distributions">>;
  /** Ends nginx too. */
  stop(): Promise<void>;
}

/** How often nginx is looked after between two calls of `apply`. */
const WATCH_MS = 1_000;
/** The control socket takes 16 MB at once. */
const CHUNK_CHARACTERS = 4_000_000;

const Problems = z.record(z.string(), z.string());
const Digests = z.record(z.string(), z.string());
const Counts = z.record(z.string(), z.number());

/** The text that nginx has to have under a name such as `distribution/cdn_1`, and its digest. */
interface Pushed {
  readonly document: CdnDocument;
  readonly text: string;
  readonly digest: string;
}

/** Serves the CDN by nginx with lua. @throws Error when nginx or one of its modules is missing */
export async function createCdnEngine(
  options: CdnOptions,
  onWarning: (problem: unknown) => void = () => undefined,
): Promise<CdnEngine> {
  const server = await nginxVersion(options);
  const nginx = new NginxProcess(options);
  await nginx.ensure(new AbortController().signal);
  const ledger = new PurgeLedger(join(options.folder, "purges.json"));
  /** The generation under which this process pushed what it wants; undefined until then. */
  let generation: string | undefined;
  /** The digests of what nginx has, by name. */
  let there = new Map<string, string>();
  /** The certificates that nginx has taken, by id. One that it refuses leaves the former. */
  const taken = new Map<string, EdgeDocument<"certificate">>();
  const described = new ServedCertificates();
  let last: ReadonlyMap<string, CdnDocument> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(act);
    turn = result.catch(() => undefined);
    return result;
  };

  async function bringAbout({ documents, changed }: Wanted<CdnKind>, signal: AbortSignal) {
    last = documents;
    const state = await nginx.ensure(signal);
    const isKnown = generation !== undefined && state.generation === generation;
    const purged = ledger.update(
      chosen(documents, isKnown ? changed : undefined).filter(
        (document): document is EdgeDocument<"purge"> => document.kind === "purge",
      ),
    );
    if (!isKnown) there = new Map(Object.entries(Digests.parse(await nginx.ask("/documents"))));
    const ids = isKnown && changed !== undefined ? new Set([...changed, ...purged]) : undefined;
    const failures: ApplyFailure[] = [];
    const wanted = new Map<string, Pushed>();
    for (const document of chosen(documents, ids)) {
      if (document.kind === "purge") continue;
      const name = `${document.kind}/${document.id}`;
      try {
        const text = JSON.stringify(pushedOf(document, ledger));
        wanted.set(name, { document, text, digest: createHash("sha256").update(text).digest("base64url") });
      } catch (error) {
        failures.push(failureOf(document, error instanceof Error ? error.message : String(error)));
      }
    }
    const failed = new Set(failures.map(({ kind, id }) => `${kind}/${id}`));
    const gone = [...there.keys()].filter((name) => {
      const id = name.slice(name.indexOf("/") + 1);
      return (ids === undefined || ids.has(id)) && !wanted.has(name) && !failed.has(name);
    });
    failures.push(...(await push(wanted, gone, signal)));
    for (const [name, { document, digest }] of wanted)
      if (isOf(document, "certificate") && there.get(name) === digest) taken.set(document.id, document);
    for (const name of gone) if (name.startsWith("certificate/")) taken.delete(name.slice("certificate/".length));
    if (!isKnown) {
      const next = state.generation ?? randomUUID();
      await nginx.ask("/generation", next);
      generation = next;
    }
    return failures;
  }

  async function push(wanted: ReadonlyMap<string, Pushed>, gone: readonly string[], signal: AbortSignal) {
    const failures: ApplyFailure[] = [];
    const send = async (lines: readonly string[]) => {
      signal.throwIfAborted();
      const problems = Problems.parse(await nginx.ask("/change", lines.join("\n")));
      for (const [name, message] of Object.entries(problems)) {
        there.delete(name);
        const pushed = wanted.get(name);
        if (pushed !== undefined) failures.push(failureOf(pushed.document, message));
      }
    };
    let lines: string[] = [];
    let size = 0;
    const add = async (line: string) => {
      lines.push(line);
      size += line.length;
      if (size < CHUNK_CHARACTERS) return;
      await send(lines);
      [lines, size] = [[], 0];
    };
    // Present documents come before removed ones, so that a name that moves is always served.
    for (const [name, { document, text, digest }] of wanted) {
      if (there.get(name) === digest) continue;
      there.set(name, digest);
      await add(JSON.stringify({ kind: document.kind, id: document.id, digest, body: text }));
    }
    for (const name of gone) {
      there.delete(name);
      const slash = name.indexOf("/");
      await add(JSON.stringify({ kind: name.slice(0, slash), id: name.slice(slash + 1) }));
    }
    if (lines.length > 0) await send(lines);
    return failures;
  }

  /** After a failure it is not known what nginx has. */
  async function tryToBringAbout(wanted: Wanted<CdnKind>, signal: AbortSignal) {
    try {
      return await bringAbout(wanted, signal);
    } catch (error) {
      generation = undefined;
      throw error;
    }
  }

  const closing = new AbortController();
  const watch = setInterval(() => {
    void inTurn(async () => {
      if (last === undefined || closing.signal.aborted) return;
      const { generation: now } = await nginx.ensure(closing.signal);
      if (now !== generation) await tryToBringAbout({ documents: last, changed: undefined }, closing.signal);
    }).catch(onWarning);
  }, WATCH_MS);
  watch.unref();

  async function close() {
    closing.abort();
    clearInterval(watch);
    await turn;
  }

  return {
    kinds: KINDS,
    server,
    apply: (wanted, signal) => inTurn(() => tryToBringAbout(wanted, signal)),
    health: async () => new Map(),
    usage: () => inTurn(async () => ({ distributions: readUsage(Counts.parse(await nginx.ask("/usage"))) })),
    certificates: () =>
      described.describe(
        [...taken.values()].flatMap(({ id, body: { names, chainPem } }) =>
          names.map((name) => ({ kind: "certificate" as const, id, name, chainPem })),
        ),
      ),
    close,
    async stop() {
      await close();
      await nginx.stop();
    },
  };
}

function chosen<Kind extends CdnKind>(
  documents: ReadonlyMap<string, EdgeDocument<Kind>>,
  ids: ReadonlySet<string> | undefined,
): EdgeDocument<Kind>[] {
  if (ids === undefined) return [...documents.values()];
  return [...ids].flatMap((id) => documents.get(id) ?? []);
}

function pushedOf(document: CdnDocument, ledger: PurgeLedger) {
  if (isOf(document, "distribution"))
    return pushedDistribution(document.id, document.body, ledger.purgesOf(document.id), ledger.epoch);
  if (isOf(document, "certificate")) return pushedCertificate(document.body);
  if (isOf(document, "challenge")) return pushedChallenge(document.body);
  throw new Error(`The engine has no ${document.kind}.`);
}

function isOf<Kind extends CdnKind>(document: CdnDocument, kind: Kind): document is EdgeDocument<Kind> {
  return document.kind === kind;
}

const failureOf = ({ kind, id, revision }: CdnDocument, message: string): ApplyFailure => ({
  kind,
  id,
  revision,
  message,
});

function readUsage(counts: Readonly<Record<string, number>>): DistributionUsage[] {
  const ids = new Set(Object.keys(counts).map((key) => key.slice(key.indexOf("/") + 1)));
  const of = (field: string, id: string) => counts[`${field}/${id}`] ?? 0;
  return [...ids].map((id) => ({
    distributionId: id,
    requests: of("requests", id),
    cacheHits: of("hits", id),
    bytes: of("bytes", id),
    statuses: { "2xx": of("s2", id), "3xx": of("s3", id), "4xx": of("s4", id), "5xx": of("s5", id) },
  }));
}
