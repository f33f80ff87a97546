import { connect } from "node:net";

/** Sends bytes on their own connection and returns everything received until the server closes it. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      received += chunk;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(received));
  });
}
