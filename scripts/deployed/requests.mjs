// Runs in the host: sends requests without a pause until it is told to end, and counts those that fail.
// node requests.mjs RESULT.json NAME=URL …; TOKEN in the environment.
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";

const [result, ...targets] = process.argv.slice(2);
const authorization = process.env.TOKEN ? `Bearer ${process.env.TOKEN}` : undefined;
let ended = false;
process.on("SIGTERM", () => {
  ended = true;
});

const counts = {};
/** Fewer requests than the limit of a token. */
const PAUSE_MS = 30;
const ask = (url, agent) =>
  new Promise((resolve) => {
    const begin = performance.now();
    const over = (failure) => resolve({ failure, ms: performance.now() - begin });
    const headers = url.includes("/v1/") && authorization ? { authorization } : {};
    const sent = request(url, { agent, headers }, (response) => {
      response.resume();
      response.once("end", () => over(response.statusCode < 400 ? undefined : String(response.statusCode)));
      response.once("error", (error) => over(error.code));
    });
    sent.once("error", (error) => over(error.code));
    sent.end();
  });

async function loop(name, url, agent) {
  const count = { requests: 0, longest_ms: 0, failures: {} };
  counts[name] = count;
  while (!ended) {
    const { failure, ms } = await ask(url, agent);
    count.requests += 1;
    count.longest_ms = Math.max(count.longest_ms, Math.round(ms));
    if (failure !== undefined) count.failures[failure] = (count.failures[failure] ?? 0) + 1;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

await Promise.all(
  targets.flatMap((target) => {
    const at = target.indexOf("=");
    const [name, url] = [target.slice(0, at), target.slice(at + 1)];
    return [
      loop(`${name}, kept connection`, url, new Agent({ keepAlive: true })),
      loop(`${name}, new connections`, url, new Agent({ keepAlive: false })),
    ];
  }),
);
writeFileSync(result, JSON.stringify(counts));
