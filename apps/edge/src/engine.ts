import type {
  BalancerUsage,
  DistributionUsage,
  DocumentKind,
  EdgeDocument,
  ServedCertificate,
  TargetHealth,
} from "@fulmar/edge-protocol";

/** A document that could not be applied, with a sentence for the operator. */
export interface ApplyFailure {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly revision: number;
  readonly message: string;
}

export interface EngineUsage {
  readonly distributions: readonly DistributionUsage[];
  readonly loadBalancers: readonly BalancerUsage[];
}

/** The documents that an engine has to bring about. */
export interface Wanted<Kind extends DocumentKind = DocumentKind> {
  /** All documents of the engine's kinds, by id. */
  readonly documents: ReadonlyMap<string, EdgeDocument<Kind>>;
  /** The ids that changed, came or went since the last call; undefined at the first call after a start. */
  readonly changed: ReadonlySet<string> | undefined;
}

/**
 * Drives one server, such as HAProxy, on this host. Calls of `apply` never overlap. A document that cannot be applied
 * does not disturb the others, and its previous revision goes on being served.
 */
export interface Engine<Kind extends DocumentKind = DocumentKind> {
  readonly kinds: readonly Kind[];
  /** The name and version of the server, such as `HAProxy 2.6.12`. Empty for the second engine of a server. */
  readonly server: string;
  /**
   * Brings the server to the wanted state. Returns when visitors get it.
   * @returns the documents that failed
   * @throws Error when the server could not be reached at all; the caller tries again
   */
  apply(wanted: Wanted<Kind>, signal: AbortSignal): Promise<readonly ApplyFailure[]>;
  /** The health of targets by load balancer. */
  health(): Promise<ReadonlyMap<string, readonly TargetHealth[]>>;
  /** Takes what visitors got since the last call. */
  usage(): Promise<Partial<EngineUsage>>;
  /** The certificates that visitors get now. Empty where nothing is encrypted. */
  certificates(): readonly ServedCertificate[];
  /** Ends what the engine needs to drive the server, not the server: it goes on serving. */
  close(): Promise<void>;
}

/** Makes what runs work one after the other, in the order of the calls. Work that fails does not hold up the next. */
export function inTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined); // the caller hears of it
    return done;
  };
}

/** Why a port cannot be listened on, as a sentence for the owner. */
export function portProblem(error: unknown, host: string, port: number): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `Port ${port} of ${host} is in use on the edge's host.`;
  if (code === "EACCES") return `The edge may not listen on port ${port}; ports below 1024 need root.`;
  if (code === "EADDRNOTAVAIL") return `The address ${host} is not on the edge's host.`;
  return `Port ${port} of ${host} cannot be opened: ${code ?? error}.`;
}
