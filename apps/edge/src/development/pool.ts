import { createHash } from "node:crypto";
import type { BalancerPool, BalancerTarget, TargetHealth } from "@fulmar/edge-protocol";
import { TargetCheck } from "./target-check.ts";

/** A client, as far as the choice of a target depends on it. */
export interface Client {
  readonly address: string;
  /** The value of the pool's cookie, if the request has one. */
  readonly cookie: string | undefined;
}

interface Member {
  /** Its weight may change while it is checked. */
  target: BalancerTarget;
  readonly check: TargetCheck;
  connections: number;
  /** For round robin by weight: what the target has saved up. */
  credit: number;
}

/** A pool with its targets, their checks and their connections. */
export class Pool {
  #configuration: BalancerPool;
  readonly #members = new Map<string, Member>();

  constructor(configuration: BalancerPool) {
    this.#configuration = configuration;
    this.update(configuration);
  }

  get configuration(): BalancerPool {
    return this.#configuration;
  }

  /** Takes a new configuration. Targets that stay keep their health and their connections. */
  update(configuration: BalancerPool): void {
    this.#configuration = configuration;
    const ids = new Set(configuration.targets.map(({ targetId }) => targetId));
    for (const [id, { check }] of this.#members) {
      if (ids.has(id)) continue;
      check.stop();
      this.#members.delete(id);
    }
    for (const target of configuration.targets) {
      const member = this.#members.get(target.targetId);
      if (member?.check.isOf(target, configuration.healthCheck)) {
        member.target = target;
        continue;
      }
      member?.check.stop();
      this.#members.set(target.targetId, {
        ...{ target, check: new TargetCheck(target, configuration.healthCheck) },
        ...{ connections: member?.connections ?? 0, credit: 0 },
      });
    }
  }

  /**
   * Chooses a target for a new connection or request.
   * @param tried targets that did not answer this request
   * @returns undefined when none is online. `end` is called when the connection or request has ended
   */
  choose(
    client: Client,
    tried: ReadonlySet<string> = new Set(),
  ): { target: BalancerTarget; end: () => void } | undefined {
    const online = [...this.#members.values()].filter(
      ({ target, check }) => check.isOnline && target.address !== null && !tried.has(target.targetId),
    );
    const member = this.#sticky(online, client) ?? this.#balanced(online.filter(isInRotation), client);
    if (member === undefined) return undefined;
    member.connections += 1;
    let open = true;
    const end = () => {
      if (open) member.connections -= 1;
      open = false;
    };
    return { target: member.target, end };
  }

  /** The cookie's value that leads back to a target. It does not reveal the target's id. */
  cookieOf({ targetId }: BalancerTarget): string {
    return createHash("sha256").update(targetId).digest("base64url").slice(0, 16);
  }

  health(): TargetHealth[] {
    return [...this.#members.values()].map(({ target, check }) => {
      const { targetId, weight, enabled } = target;
      if (!enabled) return { targetId, status: "draining", reason: "It is disabled." };
      if (weight === 0) return { targetId, status: "draining", reason: "Its weight is 0." };
      return { targetId, ...check.health };
    });
  }

  stop(): void {
    for (const { check } of this.#members.values()) check.stop();
  }

  /** A target that drains keeps its sticky clients. */
  #sticky(online: readonly Member[], { address, cookie }: Client): Member | undefined {
    const { stickySessions, algorithm } = this.#configuration;
    if (stickySessions === "cookie" && cookie !== undefined)
      return online.find(({ target }) => this.cookieOf(target) === cookie);
    return stickySessions === "source_ip" && algorithm !== "source_ip" ? this.#bySource(online, address) : undefined;
  }

  #balanced(online: readonly Member[], { address }: Client): Member | undefined {
    const { algorithm } = this.#configuration;
    if (algorithm === "source_ip") return this.#bySource(online, address);
    if (algorithm === "least_connections") return online.toSorted((one, other) => load(one) - load(other))[0];
    return byTurns(online);
  }

  /** Rendezvous hashing: a target that comes or goes moves only the clients that it gets or had. */
  #bySource(online: readonly Member[], address: string): Member | undefined {
    return online
      .filter(isInRotation)
      .map((member) => ({ member, score: scoreOf(member.target, address) }))
      .toSorted((one, other) => other.score - one.score)[0]?.member;
  }
}

const isInRotation = ({ target }: Member) => target.enabled && target.weight > 0;
const load = ({ connections, target }: Member) => connections / target.weight;

/** Smooth weighted round robin: each target saves up its weight, and the richest pays for its turn. */
function byTurns(online: readonly Member[]): Member | undefined {
  let total = 0;
  for (const member of online) {
    total += member.target.weight;
    member.credit += member.target.weight;
  }
  const richest = online.toSorted((one, other) => other.credit - one.credit)[0];
  if (richest !== undefined) richest.credit -= total;
  return richest;
}

function scoreOf({ targetId, weight }: BalancerTarget, address: string): number {
  const hash = createHash("sha256").update(`${targetId} ${address}`).digest().readUInt32BE() / 2 ** 32;
  return weight / -Math.log(hash === 0 ? Number.MIN_VALUE : hash);
}
