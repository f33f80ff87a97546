import { Agent, request } from "node:http";
import type { Service } from "./product.ts";

const LOOK_MS = 50;
const LOOK_LIMIT_MS = 2_000;

interface Target {
  readonly service: Service;
  readonly agent: Agent;
  ready: boolean;
  looking: boolean;
}

/**
 * What stands before API processes in production: it sends requests in turn to those whose /readyz says so, over
 * connections that it keeps open, and looks again every few milliseconds. A request that breaks is not sent a second
 * time: it may have been carried out.
 */
export class Balancer {
  readonly #targets: Target[];
  readonly #looking: NodeJS.Timeout;
  #turn = 0;

  constructor(services: readonly Service[]) {
    this.#targets = services.map(targetOf);
    this.#looking = setInterval(() => this.#targets.forEach((target) => void look(target)), LOOK_MS);
  }

  /** Takes a new process in the place of one that has ended. */
  replace(old: Service, service: Service) {
    const place = this.#targets.findIndex((target) => target.service === old);
    this.#targets[place]?.agent.destroy();
    this.#targets[place] = targetOf(service);
  }

  /** @returns the answer's status; undefined when the request broke on its way */
  post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<number | undefined> {
    const target = this.#next();
    return new Promise((resolve) => {
      const call = request(
        `${target.service.url}${path}`,
        { method: "POST", headers, agent: target.agent },
        (response) => {
          response.resume();
          response.once("end", () => resolve(response.statusCode));
          response.once("error", () => resolve(undefined));
        },
      );
      call.once("error", ({ code }: NodeJS.ErrnoException) => {
        // Nothing of it was taken, so another process may have it; and this one is gone, whatever it said last.
        if (code !== "ECONNREFUSED") return resolve(undefined);
        target.ready = false;
        resolve(this.post(path, headers, body));
      });
      call.end(body);
    });
  }

  close() {
    clearInterval(this.#looking);
    for (const { agent } of this.#targets) agent.destroy();
  }

  /** Where none is ready, any of them has to do. */
  #next(): Target {
    const ready = this.#targets.filter((target) => target.ready);
    const among = ready.length > 0 ? ready : this.#targets;
    const target = among[this.#turn++ % among.length];
    if (target === undefined) throw new Error("there is no API process");
    return target;
  }
}

function targetOf(service: Service): Target {
  return { service, agent: new Agent({ keepAlive: true }), ready: true, looking: false };
}

/** One look at a time: an answer that was long under way must not overtake a newer one. */
async function look(target: Target): Promise<void> {
  if (target.looking) return;
  target.looking = true;
  const answer = await fetch(target.service.url.replace(/\/v1$/, "/readyz"), {
    signal: AbortSignal.timeout(LOOK_LIMIT_MS),
  }).catch(() => undefined);
  target.ready = answer?.status === 200;
  target.looking = false;
}
