// A process in the network namespace of a machine: it answers at some ports, and sends what it is told to send by lines
// on its standard input. Each line of its output says what became of one of them.
import { execFile } from "node:child_process";
import { createSocket } from "node:dgram";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";

/** What to send, and where. */
export interface Probe {
  readonly protocol: "tcp" | "udp" | "icmp";
  readonly address: string;
  /** 0 for ICMP, of which an echo request is sent. */
  readonly port: number;
  /** The address to send from; null for that of the route. */
  readonly from: string | null;
  readonly timeoutMs: number;
}

export type Numbered<Value> = Value & { readonly number: number };

const SENT = { tcp: overTcp, udp: overUdp, icmp: ping } as const;

function overTcp({ address, port, from, timeoutMs }: Probe): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, ...(from !== null && { localAddress: from }) });
    const end = (reached: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reached);
    };
    const timer = setTimeout(end, timeoutMs, false);
    socket.once("connect", () => end(true)).on("error", () => end(false));
  });
}

function overUdp({ address, port, from, timeoutMs }: Probe): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket(address.includes(":") ? "udp6" : "udp4");
    let timer: NodeJS.Timeout | undefined;
    const end = (reached: boolean) => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      socket.close();
      resolve(reached);
    };
    timer = setTimeout(end, timeoutMs, false);
    socket.on("message", () => end(true)).on("error", () => end(false));
    // A connected socket takes answers from that address alone. Without a route, there is no connection.
    socket.on("connect", () => socket.send("?"));
    socket.bind(0, from ?? undefined, () => socket.connect(port, address));
  });
}

function ping({ address, from, timeoutMs }: Probe): Promise<boolean> {
  const source = from === null ? [] : ["-I", from];
  const seconds = String(timeoutMs / 1000);
  return new Promise((resolve) => {
    execFile(
      "ping",
      ["-n", "-q", "-c", "1", "-W", seconds, "-w", String(Math.ceil(timeoutMs / 1000)), ...source, address],
      (error) => resolve(error === null),
    );
  });
}

async function answerAt(address: string, port: number): Promise<void> {
  const server = createServer((socket) => socket.on("error", () => {}).end());
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  const datagrams = createSocket(address.includes(":") ? "udp6" : "udp4");
  datagrams.on("message", (text, from) => datagrams.send(text, from.port, from.address, () => {}));
  await new Promise<void>((resolve) => datagrams.bind(port, address, resolve));
}

const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

const [addresses = [], ports = []] = process.argv.slice(2).map((list) => list.split(","));
await Promise.all(addresses.flatMap((address) => ports.map((port) => answerAt(address, Number(port)))));
say({ ready: true });
for await (const line of createInterface({ input: process.stdin })) {
  const { number, ...probe } = JSON.parse(line) as Numbered<Probe>;
  void SENT[probe.protocol](probe).then((reached) => say({ number, reached }));
}
process.exit();
