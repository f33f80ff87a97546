// The processes of the product.
import { addresses, answers } from "./answers.mjs";
import { programs } from "./programs.mjs";
import { startService } from "./service.mjs";

const stopLimitMs = 10_000;

/**
 * Starts API, worker, object store and console, and on a laptop the edge. `ready` resolves when those that listen
 * answer. From then on, a process that ends is restarted, a few times within a minute. `ended` resolves with a
 * description when one has ended for good.
 * `release` stops edge, console, API, object store and worker, in this order, so that no process calls one that has
 * stopped. The product goes on without its edge.
 * With `options.reload` they reload changed sources.
 */
export function startServices(configuration, env, onLine, options) {
  const { drainMs } = configuration;
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
  const answered = Promise.all(addresses(configuration).map((each) => answers(each, over.signal)));
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
