// Waits for the processes that listen.
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const startLimitMs = 60_000;

/** Where the processes of a configuration that listen say that they are ready. */
export function addresses({ host, apiPort, consolePort, objectStorePort, publicConsoleUrl }) {
  const address = localAddress(host);
  return [
    { name: "API", url: `http://${address}:${apiPort}/readyz` },
    { name: "object store", url: `http://${address}:${objectStorePort}/readyz` },
    // The console answers requests for its own host names alone.
    { name: "console", url: `http://${address}:${consolePort}/`, headers: { host: new URL(publicConsoleUrl).host } },
  ];
}

/** Waits until the URL answers with a status below 400. Returns silently when `over` is aborted. */
export async function answers({ name, url, headers = {} }, over) {
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
