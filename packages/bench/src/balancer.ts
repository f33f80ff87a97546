import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Service } from "./product.ts";

const LOOK_MS = 50;
const LOOK_LIMIT_MS = 2_000;

type Headers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Target {
  readonly service: Service;
  readonly agent: Agent;
  ready: boolean;
  looking: boolean;
}

/**
 * Like a load balancer in production, sends requests in turn to the API processes whose /readyz reports ready, over
 * persistent connections, and checks every few milliseconds. A broken request is not retried, because it may have been
 * carried out.
 */
export class Balancer {
  readonly #targets: Target[];
  readonly #looking: NodeJS.Timeout;
  #turn = 0;

  constructor(services: readonly Service[]) {
    this.#targets = services.map(targetOf);
    this.#looking = setInterval(() => this.#targets.forEach((target) => void look(target)), LOOK_MS);
  }

  /** Replaces a process that has ended. */
  replace(old: Service, service: Service) {
    const place = this.#targets.findIndex((target) => target.service === old);
    this.#targets[place]?.agent.destroy();
    this.#targets[place] = targetOf(service);
  }

  /**
   * @param path behind `/v1`; one of another part of the API begins with `/../`
   * @returns undefined when the connection broke
   */
  post(path: string, headers: Headers, body: string): Promise<Answer | undefined> {
    return this.#send("POST", path, headers, body);
  }

  /** @returns undefined when the connection broke */
  get(path: string, headers: Headers): Promise<Answer | undefined> {
    return this.#send("GET", path, headers, "");
  }

  #send(method: "GET" | "POST", path: string, headers: Headers, body: string): Promise<Answer | undefined> {
    const target = this.#next();
    return new Promise((resolve) => {
      const { url } = target.service;
      const call = request(new URL(`${url}${path}`), { method, headers, agent: target.agent }, (response) => {
        text(response).then(
          (said) => resolve({ status: response.statusCode ?? 0, text: said }),
          () => resolve(undefined),
        );
      });
      call.once("error", ({ code }: NodeJS.ErrnoException) => {
        // The connection was refused, so nothing was carried out and another process can take the request. This process
        // is gone, whatever it last reported.
        if (code !== "ECONNREFUSED") return resolve(undefined);
        target.ready = false;
        resolve(this.#send(method, path, headers, body));
      });
      call.end(body);
    });
  }

  close() {
    clearInterval(this.#looking);
    for (const { agent } of this.#targets) agent.destroy();
  }

  /** If no process is ready, any of them is used. */
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

/** One check at a time, so that a slow old answer cannot overwrite a newer one. */
async function look(target: Target): Promise<void> {
  if (target.looking) return;
  target.looking = true;
  const answer = await fetch(target.service.url.replace(/\/v1$/, "/readyz"), {
    signal: AbortSignal.timeout(LOOK_LIMIT_MS),
  }).catch(() => undefined);
  target.ready = answer?.status === 200;
  target.looking = false;
}
