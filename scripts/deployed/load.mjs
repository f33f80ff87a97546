// Runs beside the hosts: reads, and creates VMs, without a pause until it is told to end. A create that is not accepted
// is sent again with the same idempotency key, as a client does.
// node load.mjs RESULT.json API_URL CONSOLE_URL WORKSPACE [NAME=URL …]; TOKEN and TIMEOUT_MS in the environment. What
// is named is read by a new connection for each request.
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const [result, api, web, workspace, ...others] = process.argv.slice(2);
const authorization = `Bearer ${process.env.TOKEN}`;
/** How long a client waits for an answer. */
const TIMEOUT_MS = Number(process.env.TIMEOUT_MS);
/** How long a client tries: less than systemd waits for the end of this program. */
const PATIENCE_MS = 80_000;
/** Fewer requests than the limit of a token. */
const READ_PAUSE_MS = 50;
const CREATE_PAUSE_MS = 1_000;

let ended = false;
process.on("SIGTERM", () => {
  ended = true;
});

/** Each request: its kind, when it began, how long it took, and why it failed. */
const requests = [];
const accepted = [];
/** Creates not accepted within that time, with the last answer. */
const refused = [];

function send(kind, url, { agent, method = "GET", headers = {}, body } = {}) {
  const at = Date.now();
  return new Promise((resolve) => {
    let isOver = false;
    const over = (failure, text) => {
      if (isOver) return;
      isOver = true;
      requests.push({ kind, at, ms: Date.now() - at, ...(failure && { failure }) });
      resolve({ failure, text });
    };
    const sent = request(url, { agent, method, headers, timeout: TIMEOUT_MS }, (response) => {
      let text = "";
      response.on("data", (data) => {
        text += data;
      });
      response.once("end", () => over(response.statusCode < 400 ? undefined : String(response.statusCode), text));
      response.once("error", (error) => over(error.code));
      // After one of the other two this changes nothing; without them it would never be over.
      response.once("close", () => over("closed"));
    });
    sent.once("timeout", () => sent.destroy(Object.assign(new Error("no answer"), { code: "no answer" })));
    sent.once("error", (error) => over(error.code));
    sent.end(body);
  });
}

async function read(kind, url, { keepAlive = true } = {}) {
  const agent = new Agent({ keepAlive });
  const headers = url.startsWith(`${api}/v1/`) ? { authorization } : {};
  while (!ended) {
    await send(kind, url, { agent, headers });
    await delay(READ_PAUSE_MS);
  }
}

async function create(worker) {
  const agent = new Agent({ keepAlive: true });
  for (let number = 0; !ended; number += 1) {
    const name = `load-${worker}-${number}`;
    const headers = { authorization, "content-type": "application/json", "x-idempotency-key": `${name}-key` };
    const body = JSON.stringify({ name, plan_id: "plan-nano", template_id: "debian-13" });
    const begun = Date.now();
    // Goes on after the end of the load, so that the fate of each VM is known.
    for (;;) {
      const url = `${api}/v1/compute/cloud-vms?workspace_id=${workspace}`;
      const { failure, text } = await send("API create", url, { agent, method: "POST", headers, body });
      if (failure === undefined) {
        accepted.push({ name, ...JSON.parse(text) });
        break;
      }
      if (Date.now() - begun > PATIENCE_MS) {
        refused.push({ name, failure, text });
        break;
      }
      await delay(200);
    }
    await delay(CREATE_PAUSE_MS);
  }
}

await Promise.all([
  read("API read", `${api}/v1/compute/cloud-vms?workspace_id=${workspace}&limit=20`),
  read("console", `${web}/sign-in`),
  ...others.map((other) => {
    const at = other.indexOf("=");
    return read(other.slice(0, at), other.slice(at + 1), { keepAlive: false });
  }),
  create(1),
  create(2),
]);
writeFileSync(result, JSON.stringify({ requests, accepted, refused }));
