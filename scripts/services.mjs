// The processes of the product.
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { programs } from "./programs.mjs";
import { startService } from "./service.mjs";

const startLimitMs = 60_000;
const stopLimitMs = 10_000;

/**
 * Starts API, worker, object store and console, and on a laptop the edge. `ready` resolves when those that listen answer. From then on, a process
 * that ends is restarted, a few times within a minute. `ended` resolves with a description when one has ended for good.
 * `release` stops edge, console, API, object store and worker, in this order, so that no process calls one that has
 * stopped. The product goes on without its edge.
 * With `options.reload` they reload changed sources.
 */
export function startServices(configuration, env, onLine, options) {
  const { host, apiPort, consolePort, objectStorePort, publicConsoleUrl, drainMs } = configuration;
  const start = (name, label) => {
    const { args, env: own } = programs[name](configuration, options);
    return startService(label, args, { env: { ...env, ...own }, onLine, patienceMs: stopLimitMs + drainMs });
  };
  const worker = start("worker", "worker");
  const api = start("api", "API");
  const objects = start("object-store", "object store");
  const web = start("console", "console");
  const services = [web, api, objects, worker];
  const edges = [];
  const over = new AbortController();
  const address = localAddress(host);
  const answered = Promise.all([
    answers("API", `http://${address}:${apiPort}/readyz`, over.signal),
    answers("object store", `http://${address}:${objectStorePort}/readyz`, over.signal),
    // The console answers requests for its own host names alone.
    answers("console", `http://${address}:${consolePort}/`, over.signal, { host: new URL(publicConsoleUrl).host }),
  ]);
  return {
    ready: answered.then(() => {
      if (configuration.laptopEdge && !over.signal.aborted) edges.push(start("laptop-edge", "edge"));
      for (const service of [...edges, ...services]) service.keepRunning();
    }),
    ended: Promise.race(services.map((service) => service.ended)),
    async release() {
      over.abort();
      for (const service of [...edges, ...services]) await service.stop();
    },
  };
}

/** Waits until the URL answers with a status below 400. Returns silently when `over` is aborted. */
async function answers(name, url, over, headers = {}) {
  for (const end = Date.now() + startLimitMs; !over.aborted; await delay(25)) {
    const status = await statusOf(url, headers).catch(() => undefined); // it does not listen yet
    if (status !== undefined && status < 400) return;
    if (Date.now() > end) throw new Error(`The ${name} was not ready within a minute: ${url} does not answer.`);
  }
}

/** The status of a GET. `fetch` does not let the header Host be set. */
async function statusOf(url, headers) {
  const request = get(url, { headers, agent: false, signal: AbortSignal.timeout(5000) });
  const [response] = await once(request, "response");
  response.destroy();
  return response.statusCode;
}

/** Clients cannot connect to the wildcard address. */
function localAddress(host) {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
