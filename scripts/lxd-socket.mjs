// Requests to an LXD server on its socket.
import { request } from "node:http";

export async function answers(socket) {
  return (await ask(socket, "GET", "/1.0").catch(() => ({ status: 0 }))).status === 200;
}

/** Sends one request. Returns the answer's status and its JSON, or undefined where the body is not JSON. */
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

/** Sends a request and waits for the operation that it starts, for a minute at most. */
export async function carryOut(socket, method, path, body) {
  const { json } = await ask(socket, method, path, body);
  if (json?.operation) await ask(socket, "GET", `${json.operation}/wait?timeout=60`);
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the body is not JSON, so only the status counts
  }
}
