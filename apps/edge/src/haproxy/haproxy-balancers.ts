import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, isIP } from "node:net";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import type {
  BalancerDocument,
  BalancerListener,
  BalancerUsage,
  ServedCertificate,
  TargetHealth,
} from "@fulmar/edge-protocol";
import { z } from "zod";
import { type ApplyFailure, type Engine, type EngineUsage, portProblem, type Wanted } from "../engine.ts";
import { ServedCertificates } from "../served-certificates.ts";
import { type ChallengeAnswers, Shard } from "./shard.ts";

/** A reload takes half a second for 100 balancers, and five seconds for 1,000. */
const MOST_IN_A_SHARD = 150;

const Places = z.record(z.string(), z.int());

export interface HaproxyOptions {
  /** The folder of the processes' files. */
  readonly folder: string;
  /** The version of the installed HAProxy. */
  readonly version: string;
  /** Whether the processes end with the agent, as on a laptop. Otherwise they go on serving. */
  readonly endsWithAgent: boolean;
  readonly binary?: string;
}

/** Load balancers by HAProxy. Each process serves up to 150, so that a reload is short and concerns few. */
export class HaproxyBalancers implements Engine<"load_balancer"> {
  readonly kinds = ["load_balancer"] as const;
  readonly server: string;
  readonly #options: HaproxyOptions;
  readonly #shards = new Map<number, Shard>();
  /** The shard of each balancer. It is kept, so that the next agent finds every balancer where it is. */
  readonly #places: Map<string, number>;
  readonly #failed = new Map<string, ApplyFailure>();
  /** The shards whose process could not be brought to its configuration. */
  readonly #behind = new Set<number>();
  #answers: ChallengeAnswers = new Map();
  readonly #certificates = new ServedCertificates();

  constructor(options: HaproxyOptions) {
    this.#options = options;
    this.server = `HAProxy ${options.version}`;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    this.#places = readPlaces(join(options.folder, "shards.json"));
    for (const name of readdirSync(options.folder)) if (/^\d+$/.test(name)) this.#shardAt(Number(name));
  }

  async apply({ documents, changed }: Wanted<"load_balancer">, signal: AbortSignal): Promise<readonly ApplyFailure[]> {
    const ids = changed ?? new Set(documents.keys());
    for (const id of new Set([...ids, ...this.#failed.keys()]))
      if (ids.has(id) || !documents.has(id)) this.#failed.delete(id);
    const concerned = new Set(this.#behind);
    for (const [id, place] of this.#places) if (ids.has(id)) concerned.add(place);
    for (const id of this.#places.keys()) if (!documents.has(id)) this.#places.delete(id);
    const wanted = await this.#acceptable(documents, ids);
    for (const id of wanted.keys()) {
      const place = this.#placeOf(id);
      if (ids.has(id)) concerned.add(place);
    }
    writeFileSync(join(this.#options.folder, "shards.json"), JSON.stringify(Object.fromEntries(this.#places)));
    const faults: unknown[] = [];
    const all = new Set([...this.#shards.keys(), ...this.#places.values()]);
    for (const place of changed === undefined ? all : concerned) {
      const own = new Map([...wanted].filter(([id]) => this.#places.get(id) === place));
      this.#behind.add(place);
      try {
        const refused = await this.#shardAt(place).serve(own, signal);
        this.#behind.delete(place);
        for (const [id, message] of refused) this.#fail(documents, id, message);
      } catch (error) {
        faults.push(error);
      }
    }
    // The other processes serve what they should. The caller tries again.
    if (faults.length > 0) throw new AggregateError(faults, "HAProxy could not be brought to its configuration.");
    return [...this.#failed.values()];
  }

  /** The document that each balancer is to serve: its own, or the previous one where that cannot be. */
  async #acceptable(
    documents: Wanted<"load_balancer">["documents"],
    ids: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, BalancerDocument>> {
    const listening = new Set((await Promise.all([...this.#shards.values()].map((shard) => shard.ports()))).flat());
    const owners = new Map<string, string>();
    const own = (id: string, body: BalancerDocument) => portsOf(body).map((place) => owners.set(place, id));
    for (const id of documents.keys()) own(id, this.#servedOf(id) ?? NOTHING);
    const wanted = new Map<string, BalancerDocument>();
    for (const [id, document] of documents) {
      const { body, leftOut } = ids.has(id) ? withoutUnusable(document.body) : { ...document, leftOut: undefined };
      const problem = ids.has(id) ? await problemOf(id, body, { owners, listening }) : this.#failed.get(id)?.message;
      const told = problem ?? leftOut;
      if (told !== undefined) this.#fail(documents, id, told);
      const served = problem === undefined ? body : this.#servedOf(id);
      if (served === undefined) continue;
      own(id, served);
      wanted.set(id, served);
    }
    return wanted;
  }

  #fail(documents: Wanted<"load_balancer">["documents"], id: string, message: string): void {
    const revision = documents.get(id)?.revision ?? 0;
    this.#failed.set(id, { kind: "load_balancer", id, revision, message });
  }

  /** Answers certificate authorities, with these answers and no others. */
  async answer(answers: ChallengeAnswers): Promise<void> {
    this.#answers = answers;
    await Promise.all([...this.#shards.values()].map((shard) => shard.answer(answers)));
  }

  async health(): Promise<ReadonlyMap<string, readonly TargetHealth[]>> {
    const all = await Promise.all([...this.#shards.values()].map((shard) => shard.health()));
    return new Map(all.flatMap((each) => [...each]));
  }

  async usage(): Promise<Pick<EngineUsage, "loadBalancers">> {
    return { loadBalancers: [...this.#shards.values()].flatMap((shard) => shard.takeUsage()) };
  }

  certificates(): readonly ServedCertificate[] {
    const served = [...this.#shards.values()].flatMap((shard) => [...shard.served]);
    return this.#certificates.describe(served.flatMap(([id, { listeners }]) => listeners.flatMap(certificatesOf(id))));
  }

  /** The usage of the present listeners and targets since the agent's start, for metrics. */
  totals(): readonly BalancerUsage[] {
    return [...this.#shards.values()].flatMap((shard) => shard.totals());
  }

  async close(): Promise<void> {
    if (this.#options.endsWithAgent) for (const shard of this.#shards.values()) await shard.stop();
  }

  #servedOf(id: string): BalancerDocument | undefined {
    return this.#shards.get(this.#places.get(id) ?? -1)?.served.get(id);
  }

  /** The shard of a balancer, or the first with room. */
  #placeOf(id: string): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const counts = new Map<number, number>();
    for (const place of this.#places.values()) counts.set(place, (counts.get(place) ?? 0) + 1);
    let place = 0;
    while ((counts.get(place) ?? 0) >= MOST_IN_A_SHARD) place++;
    this.#places.set(id, place);
    return place;
  }

  #shardAt(place: number): Shard {
    const known = this.#shards.get(place);
    if (known !== undefined) return known;
    const shard = new Shard(join(this.#options.folder, String(place)), this.#options.binary, this.#answers);
    this.#shards.set(place, shard);
    return shard;
  }
}

const NOTHING: BalancerDocument = {
  ...{ name: "", publicIp: null, subnetId: null },
  ...{ pools: [], listeners: [], challenges: null },
};

/** What a listener shows. Its own certificate is for whatever names it has. */
function certificatesOf(id: string) {
  return ({ certificate, additionalCertificates }: BalancerListener) => [
    ...(certificate === null ? [] : [{ kind: "load_balancer" as const, id, chainPem: certificate.chainPem }]),
    ...additionalCertificates.map(({ certificateId: name, chainPem }) => ({
      ...{ kind: "load_balancer" as const, id, name, chainPem },
    })),
  ];
}

function portsOf({ publicIp, listeners, challenges }: BalancerDocument): string[] {
  const ports = new Set([...listeners.map(({ port }) => port), ...(challenges === null ? [] : [challenges.port])]);
  return [...ports].map((port) => `${publicIp ?? "127.0.0.1"}:${port}`);
}

/**
 * Why a balancer cannot be served, as a sentence for its owner; undefined if it can be.
 * @param ports the balancer that owns each address and port, and those that our processes listen on
 */
async function problemOf(
  id: string,
  { publicIp, pools, listeners }: BalancerDocument,
  ports: { readonly owners: ReadonlyMap<string, string>; readonly listening: ReadonlySet<string> },
): Promise<string | undefined> {
  if ([...listeners, ...pools].some(({ protocol }) => protocol === "udp"))
    return "The edges of this site do not serve udp.";
  const host = publicIp ?? "127.0.0.1";
  const addresses = pools.flatMap(({ targets }) => targets.flatMap(({ address }) => address ?? []));
  const strange = [host, ...addresses].find((address) => isIP(address) === 0);
  if (strange !== undefined) return `${JSON.stringify(strange)} is no IP address.`;
  for (const { port, certificate } of listeners) {
    const place = `${host}:${port}`;
    if ((ports.owners.get(place) ?? id) !== id) return portProblem({ code: "EADDRINUSE" }, host, port);
    const problem = ports.listening.has(place) ? undefined : await openingProblem(host, port);
    if (problem !== undefined) return problem;
    if (certificate !== null && !isUsable(certificate))
      return `The certificate of the listener on port ${port} does not fit its private key.`;
  }
  return undefined;
}

/** Why a port cannot be listened on. HAProxy itself would only say so for all balancers of a process. */
async function openingProblem(host: string, port: number): Promise<string | undefined> {
  const probe = createServer().listen({ host, port });
  try {
    await once(probe, "listening");
    return undefined;
  } catch (error) {
    return portProblem(error, host, port);
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** The balancer without the additional certificates that do not work, and a sentence about one that it lacks. */
function withoutUnusable(balancer: BalancerDocument): { body: BalancerDocument; leftOut: string | undefined } {
  let leftOut: string | undefined;
  const listeners = balancer.listeners.map((listener) => {
    const additionalCertificates = listener.additionalCertificates.filter((certificate) => {
      if (isUsable(certificate)) return true;
      leftOut ??=
        `The certificate ${certificate.certificateId} of the listener on port ${listener.port} is left out, ` +
        "because it does not fit its private key.";
      return false;
    });
    return { ...listener, additionalCertificates };
  });
  return { body: { ...balancer, listeners }, leftOut };
}

function isUsable({ chainPem, privateKeyPem }: NonNullable<BalancerListener["certificate"]>): boolean {
  try {
    createSecureContext({ cert: chainPem, key: privateKeyPem });
    return true;
  } catch {
    return false;
  }
}

function readPlaces(path: string): Map<string, number> {
  try {
    return new Map(Object.entries(Places.parse(JSON.parse(readFileSync(path, "utf8")))));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Map();
    throw error;
  }
}
