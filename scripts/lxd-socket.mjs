// A word with an LXD server on its socket.
import { request } from "node:http";

export async function answers(socket) {
  return (await ask(socket, "GET", "/1.0").catch(() => ({ status: 0 }))).status === 200;
}

/** Sends one request; returns the answer's status and its JSON, undefined where it has none. */
export function ask(socketPath, method, path, body) {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, method, path }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (more) => {
        text += more;
      });
      response.once("end", () => resolve({ status: response.statusCode, json: jsonOf(text) }));
    });
    asked.once("error", reject);
    asked.end(body && JSON.stringify(body));
  });
}

/** Sends a request and waits for what it begins, for a minute at most. */
export async function carryOut(socket, method, path, body) {
  const { json } = await ask(socket, method, path, body);
  if (json?.operation) await ask(socket, "GET", `${json.operation}/wait?timeout=60`);
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // what is no JSON says nothing here: the status does
  }
}
