import { once } from "node:events";
import { connect as connectSocket, isIP, type Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { connect as connectTls } from "node:tls";
import { instanceNotRunning, ProviderError } from "../../ports/provider-error.ts";
import type { ServerEndpoint } from "../../ports/provider-kind.ts";
import { greetViewer, isVersion, RFB_VERSION, RfbBroken, send, take } from "../../rfb/greet-viewer.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { type ScreenPlace, screenOf } from "../machine/definition.ts";
import { isOn } from "../machine/machine.ts";
import { machineOf } from "../machine/machines.ts";
import { runOf } from "../machine/read-machine.ts";
import { unsupported } from "../unsupported.ts";

const CONNECT_TIMEOUT_MS = 5_000;
/** VeNCrypt as a kind of security, and in it certificates of both sides without a password. */
const VENCRYPT = 19;
const X509_NONE = 260;
const NONE = 1;

/**
 * The screen of a machine, which QEMU serves by VNC: on a socket of the host, or by TLS where both sides have to show
 * their certificates. libvirt's RPC cannot carry it.
 */
export async function openScreen(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<Duplex> {
  const machine = await machineOf(site, vmId, signal);
  if (!isOn(machine)) throw instanceNotRunning();
  const place = screenOf(await runOf(machine, signal));
  if (place === undefined) throw unsupported("screen of this VM until its next start");
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
  try {
    const server = await connectTo(place, machine.host.endpoint, limited);
    return joined(server);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(
      "site_unreachable",
      `The host does not show the VM's screen: ${error instanceof Error ? error.message : error}`,
      { retryable: true, cause: error },
    );
  }
}

/** @returns a connection whose next byte is for ClientInit */
async function connectTo(place: ScreenPlace, endpoint: ServerEndpoint, signal: AbortSignal): Promise<Socket> {
  if ("socket" in place) {
    const socket = connectSocket(place.socket);
    await connected(socket, "connect", signal);
    return within(socket, signal, async () => {
      await negotiate(socket, NONE);
      await secured(socket);
      return socket;
    });
  }
  const { hostname } = new URL(endpoint.url);
  const socket = connectSocket(place.port, hostname);
  await connected(socket, "connect", signal);
  return within(socket, signal, async () => {
    await negotiate(socket, VENCRYPT);
    await chooseCertificates(socket);
    const named = isIP(hostname) === 0 ? { servername: hostname } : {};
    const { client, serverCertificate } = endpoint;
    const own = { ca: serverCertificate, cert: client?.certificate, key: client?.key };
    const safe = connectTls({ socket, host: hostname, ...named, ...own });
    await connected(safe, "secureConnect", signal);
    await secured(safe);
    return safe;
  });
}

async function connected(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.on("error", () => undefined).destroy();
    throw error;
  }
}

/** Gives up a connection that is silent or breaks off. */
async function within<Result>(socket: Socket, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const giveUp = () => socket.destroy();
  signal.addEventListener("abort", giveUp, { once: true });
  socket.on("error", () => undefined);
  try {
    return await work();
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** @throws ProviderError when the server does not offer that kind of security */
async function negotiate(socket: Socket, security: number): Promise<void> {
  if (!isVersion(await take(socket, RFB_VERSION.length))) throw new RfbBroken("it speaks another protocol");
  await send(socket, RFB_VERSION);
  const [count = 0] = await take(socket, 1);
  const offered = await take(socket, count);
  if (!offered.includes(security))
    throw new ProviderError(
      "screen_unprotected",
      "The host does not protect the screens of its VMs by certificates; see docs/kvm.md for the settings of QEMU.",
      { retryable: false },
    );
  await send(socket, Buffer.from([security]));
}

/** VeNCrypt 0.2 (https://github.com/rfbproto/rfbproto, section 7.2.19): what follows is TLS. */
async function chooseCertificates(socket: Socket): Promise<void> {
  await take(socket, 2);
  await send(socket, Buffer.from([0, 2]));
  const [refused] = await take(socket, 1);
  if (refused !== 0) throw new RfbBroken("it speaks another version of VeNCrypt");
  const [count = 0] = await take(socket, 1);
  const offered = await take(socket, 4 * count);
  const kinds = Array.from({ length: count }, (_, index) => offered.readUInt32BE(4 * index));
  if (!kinds.includes(X509_NONE)) throw new RfbBroken("it wants a password");
  const chosen = Buffer.alloc(4);
  chosen.writeUInt32BE(X509_NONE);
  await send(socket, chosen);
  const [accepted] = await take(socket, 1);
  if (accepted !== 1) throw new RfbBroken("it refuses certificates");
}

async function secured(socket: Socket): Promise<void> {
  if ((await take(socket, 4)).readUInt32BE() !== 0) throw new RfbBroken("it lets nobody in");
}

/** Lets the viewer in, then passes both sides on as they are. */
function joined(server: Socket): Duplex {
  const [inner, viewer] = duplexPair();
  inner.on("error", () => undefined);
  // One side of a pair that ends leaves the other open.
  server.once("close", () => viewer.destroy());
  viewer.once("close", () => server.destroy());
  greetViewer(inner)
    .then(() => {
      inner.pipe(server);
      server.pipe(inner);
    })
    .catch(() => viewer.destroy());
  return viewer;
}
