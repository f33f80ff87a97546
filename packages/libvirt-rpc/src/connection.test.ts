// The protocol against the libvirtd of this machine's packages, in namespaces of its own.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createServer as createSecureServer } from "node:tls";
import { needs, selfSignedCertificate } from "@fulmar/testkit";
import { type LibvirtHost, startLibvirtHost, whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasCode, LIBVIRT_CODE, LibvirtConnection, type LibvirtEndpoint } from "./index.ts";
import * as procedures from "./procedures.ts";
import { encodeFrame, FrameReader, STATUS, TYPE } from "./wire/frame.ts";

const { signal } = new AbortController();
const missing = whyNoLibvirt();
if (missing !== undefined) console.warn(missing);

const machine = (name: string) => `<domain type="qemu">
  <name>${name}</name><memory unit="MiB">32</memory><vcpu>1</vcpu>
  <os><type arch="x86_64" machine="q35">hvm</type></os>
  <metadata><tried:note xmlns:tried="https://example.com/tried">né &amp; voilà</tried:note></metadata>
  <devices><serial type="pty"/><console type="pty"/></devices>
</domain>`;
/** Flags: of a definition, and of a console that another client may still hold. */
const [VALIDATE, FORCE] = [1, 1];

describe("a libvirtd", { ...needs("libvirt", missing === undefined), timeout: 180_000 }, () => {
  let host: LibvirtHost;
  let connection: LibvirtConnection;
  beforeAll(async () => {
    host = await startLibvirtHost();
    connection = await LibvirtConnection.open({ path: host.socket }, signal);
  }, 180_000);
  afterAll(async () => {
    connection.close();
    await host.stop();
  });

  test("it answers over its socket and over mutual TLS", async () => {
    const { stranger, ...tls } = host.tls;
    const secure = await LibvirtConnection.open(tls, signal);
    for (const way of [connection, secure]) {
      expect(await way.call(procedures.getHostname, undefined, signal)).toEqual({ hostname: "kvm-host" });
      const { version } = await way.call(procedures.getLibVersion, undefined, signal);
      expect(version).toBeGreaterThanOrEqual(9_000_000n);
    }
    secure.close();
    const strange = LibvirtConnection.open({ ...tls, ...stranger }, signal);
    await expect(strange).rejects.toMatchObject({ name: "LibvirtUnreachable" });
    const other = LibvirtConnection.open({ ...tls, authority: stranger.certificate }, signal);
    await expect(other).rejects.toMatchObject({ name: "LibvirtUnreachable" });
  });

  test("it tells the PCI devices of its host", async () => {
    const wanted = { wanted: 1, flags: procedures.PCI_DEVICES | procedures.MEDIATED_DEVICES };
    const { devices } = await connection.call(procedures.listAllNodeDevices, wanted, signal);
    for (const { name } of devices) {
      const { xml } = await connection.call(procedures.nodeDeviceGetXml, { name, flags: 0 }, signal);
      expect(xml).toContain(`<name>${name}</name>`);
    }
    const gone = connection.call(procedures.nodeDeviceGetXml, { name: "pci_ffff_00_00_0", flags: 0 }, signal);
    await expect(gone).rejects.toMatchObject({ name: "LibvirtError", code: LIBVIRT_CODE.noNodeDevice });
  });

  test("a refusal has libvirt's code", async () => {
    const unknown = connection.call(procedures.domainLookupByUuid, { uuid: Buffer.alloc(16, 1) }, signal);
    await expect(unknown).rejects.toMatchObject({ name: "LibvirtError", code: 42 });
    const invalid = connection.call(procedures.domainDefineXml, { xml: "<domain/>", flags: VALIDATE }, signal);
    await expect(invalid).rejects.toMatchObject({ name: "LibvirtError" });
  });

  test("a machine is defined, started, found and removed, and its events arrive", async () => {
    const seen: string[] = [];
    const stop = connection.onEvent(({ procedure, payload }) => {
      if (procedure !== procedures.LIFECYCLE_EVENT) return;
      const { domain, event } = procedures.LifecycleEvent.decode(payload);
      seen.push(`${domain.name} ${event}`);
    });
    const { callback } = await connection.call(procedures.registerEvent, { event: 0, domain: null }, signal);
    const { domain } = await connection.call(
      procedures.domainDefineXml,
      { xml: machine("one"), flags: VALIDATE },
      signal,
    );
    const started = await connection.call(procedures.domainCreate, { domain, flags: 0 }, signal);
    expect(started.domain.id).toBeGreaterThan(0);
    expect(await connection.call(procedures.domainGetState, { domain, flags: 0 }, signal)).toMatchObject({ state: 1 });
    const { xml } = await connection.call(procedures.domainGetXml, { domain, flags: 0 }, signal);
    expect(xml).toContain("né &amp; voilà");
    const found = await connection.call(procedures.listAllDomains, { wanted: 1, flags: 0 }, signal);
    expect(found.domains.map(({ name }) => name)).toContain("one");
    const { statistics } = await connection.call(
      procedures.getAllDomainStats,
      { domains: [], stats: 0, flags: 0 },
      signal,
    );
    const [first] = statistics.filter((of) => of.domain.name === "one");
    const values = new Map(first?.parameters.map(({ name, typed }) => [name, typed.value]));
    expect(values.get("state.state")).toBe(1);
    expect(values.get("balloon.maximum")).toBe(32_768n);
    await connection.call(procedures.domainDestroy, { domain, flags: 0 }, signal);
    await connection.call(procedures.domainUndefine, { domain, flags: 0 }, signal);
    // Defined, started, resumed, stopped, undefined.
    await expect.poll(() => seen.at(-1)).toBe("one 1");
    // Whether it resumes and shuts down in between is the server's business.
    expect(seen.filter((event) => !/[46]$/.test(event))).toEqual(["one 0", "one 2", "one 5", "one 1"]);
    stop();
    await connection.call(procedures.deregisterEvent, { callback }, signal);
  });

  test("volumes are written and read by streams, whole and from an offset", async () => {
    const target = join(host.folder, "pool");
    const xml = `<pool type="dir"><name>tried</name><target><path>${target}</path></target></pool>`;
    const { pool } = await connection.call(procedures.poolDefineXml, { xml, flags: 0 }, signal);
    await connection.call(procedures.poolBuild, { pool, flags: 0 }, signal);
    await connection.call(procedures.poolCreate, { pool, flags: 0 }, signal);
    const content = Buffer.from(Array.from({ length: 700_001 }, (_, index) => index % 251));
    const { volume } = await connection.call(
      procedures.volumeCreateXml,
      { pool, xml: `<volume><name>text</name><capacity>${content.length}</capacity></volume>`, flags: 0 },
      signal,
    );
    const whole = { volume, offset: 0n, length: 0n, flags: 0 };
    const up = await LibvirtConnection.open({ path: host.socket }, signal);
    const upload = await up.openStream(procedures.volumeUpload, whole, signal);
    upload.end(content);
    await once(upload, "finish");
    expect(await downloaded(whole)).toEqual(content);
    expect(await downloaded({ ...whole, offset: 700_000n })).toEqual(content.subarray(700_000));
    const beyond = downloaded({ ...whole, offset: 0n, length: 5n });
    expect(await beyond).toEqual(content.subarray(0, 5));
  });

  async function downloaded(part: {
    volume: { pool: string; name: string; key: string };
    offset: bigint;
    length: bigint;
    flags: number;
  }) {
    const down = await LibvirtConnection.open({ path: host.socket }, signal);
    return buffer(await down.openStream(procedures.volumeDownload, part, signal));
  }

  test("a stream that is refused says why, and one that is left ends its connection", async () => {
    const own = await LibvirtConnection.open({ path: host.socket }, signal);
    const volume = { pool: "tried", name: "none", key: "none" };
    const refused = own.openStream(procedures.volumeDownload, { volume, offset: 0n, length: 0n, flags: 0 }, signal);
    await expect(refused).rejects.toMatchObject({ name: "LibvirtError", code: 50 });
    const { domain } = await connection.call(procedures.domainDefineXml, { xml: machine("two"), flags: 0 }, signal);
    await connection.call(procedures.domainCreate, { domain, flags: 0 }, signal);
    const console = await own.openStream(procedures.domainOpenConsole, { domain, device: null, flags: 0 }, signal);
    console.destroy();
    await own.ended;
    const again = await LibvirtConnection.open({ path: host.socket }, signal);
    const open = await again.openStream(procedures.domainOpenConsole, { domain, device: null, flags: FORCE }, signal);
    const closed = once(open.resume(), "close");
    await connection.call(procedures.domainDestroy, { domain, flags: 0 }, signal);
    await closed;
    await connection.call(procedures.domainUndefine, { domain, flags: 0 }, signal);
  });

  test("a call ends with its signal, and the connection goes on", async () => {
    const aborted = connection.call(procedures.getHostname, undefined, AbortSignal.abort(new Error("enough")));
    await expect(aborted).rejects.toThrow("enough");
    const leaving = new AbortController();
    const left = connection.call(procedures.getHostname, undefined, leaving.signal);
    leaving.abort(new Error("changed my mind"));
    await expect(left).rejects.toThrow("changed my mind");
    expect(await connection.call(procedures.getHostname, undefined, signal)).toEqual({ hostname: "kvm-host" });
  });

  test("more calls at once than libvirtd reads are all answered, and those that are aborted are not", async () => {
    const { stranger: _, ...tls } = host.tls;
    const secure = await LibvirtConnection.open(tls, signal);
    const ask = (until = signal) => secure.call(procedures.getHostname, undefined, until);
    const giving = new AbortController();
    const given = Array.from({ length: 20 }, () => ask(giving.signal));
    const kept = Array.from({ length: 100 }, () => ask());
    giving.abort(new Error("enough"));
    const ended = await Promise.allSettled(given);
    expect(ended.every(({ status }) => status === "rejected")).toBe(true);
    expect(await Promise.all(kept)).toEqual(Array.from({ length: 100 }, () => ({ hostname: "kvm-host" })));
    secure.close();
    // libvirtd says so when it stops reading from a client.
    expect(await host.run("cat", join(host.folder, "log/libvirtd.log"))).not.toContain("max requests limit");
  });

  test("calls in flight fail when libvirtd is killed, and a new connection finds its machines", async () => {
    const own = await LibvirtConnection.open({ path: host.socket }, signal);
    const { domain } = await own.call(procedures.domainDefineXml, { xml: machine("three"), flags: 0 }, signal);
    await own.call(procedures.domainCreate, { domain, flags: 0 }, signal);
    await host.killDaemon();
    await own.ended;
    await expect(own.call(procedures.getHostname, undefined, signal)).rejects.toMatchObject({
      name: "LibvirtUnreachable",
    });
    connection = await LibvirtConnection.open({ path: host.socket }, signal);
    const state = await connection.call(procedures.domainGetState, { domain, flags: 0 }, signal);
    expect(state).toMatchObject({ state: 1 });
    // A machine that libvirtd has not quite found again is ended, and the call says that it does not run.
    await connection.call(procedures.domainDestroy, { domain, flags: 0 }, signal).catch((error: unknown) => {
      if (!hasCode(error, "operationInvalid")) throw error;
    });
    const ended = await connection.call(procedures.domainGetState, { domain, flags: 0 }, signal);
    expect(ended).toMatchObject({ state: 5 });
    await connection.call(procedures.domainUndefine, { domain, flags: 0 }, signal);
  });
});

describe("what is no libvirtd", () => {
  async function listening(answer: Buffer): Promise<{ endpoint: LibvirtEndpoint; close: () => void }> {
    const path = `\0fulmar-${Math.random()}`;
    const server = createServer((socket) => socket.on("error", () => undefined).end(answer)).listen(path);
    await once(server, "listening");
    return { endpoint: { path }, close: () => server.close() };
  }

  test.each([
    ["nothing", ""],
    ["text", "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n"],
    ["a frame that never ends", "\x01\x00\x00\x00 and some more of it, but not all"],
  ])("that answers %s counts as unreachable", async (_, answer) => {
    const { endpoint, close } = await listening(Buffer.from(answer, "latin1"));
    await expect(LibvirtConnection.open(endpoint, signal)).rejects.toMatchObject({ name: "LibvirtUnreachable" });
    close();
  });

  test("that says nothing counts as unreachable in the end, and ends with the signal before", async () => {
    const path = `\0fulmar-${Math.random()}`;
    const server = createServer((socket) => socket.on("error", () => undefined).resume()).listen(path);
    await once(server, "listening");
    const leaving = new AbortController();
    const left = LibvirtConnection.open({ path }, leaving.signal);
    const stayed = LibvirtConnection.open({ path }, signal);
    leaving.abort(new Error("enough"));
    await expect(left).rejects.toThrow("enough");
    await expect(stayed).rejects.toMatchObject({ name: "LibvirtUnreachable" });
    server.close();
  });

  test("each call over TLS is a record of its own, since libvirtd stalls on the second one of a record", async () => {
    const { certificatePem: cert, privateKeyPem: key } = selfSignedCertificate("127.0.0.1");
    const answers = new Map<number, Uint8Array>([
      [procedures.authList.number, procedures.authList.answer.encode([0])],
      [procedures.connectOpen.number, procedures.connectOpen.answer.encode(undefined)],
      [procedures.supportsFeature.number, procedures.supportsFeature.answer.encode({ supported: 0 })],
      [procedures.getHostname.number, procedures.getHostname.answer.encode({ hostname: "kvm-host" })],
    ]);
    const callsOfRecords: number[] = [];
    const server = createSecureServer({ cert, key, ca: cert, requestCert: true }, (socket) => {
      socket.on("error", () => undefined).write(Buffer.from([1]));
      const reader = new FrameReader();
      // What is read at once is one record.
      socket.on("data", (bytes: Buffer) => {
        const frames = [...reader.read(bytes)];
        callsOfRecords.push(frames.length);
        for (const { procedure, ...frame } of frames) {
          const payload = Buffer.from(answers.get(procedure) ?? []);
          socket.write(encodeFrame({ ...frame, procedure, type: TYPE.reply, status: STATUS.ok, payload }));
        }
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const endpoint = { host: "127.0.0.1", port, authority: cert, certificate: cert, key };
    const connection = await LibvirtConnection.open(endpoint, signal);
    await Promise.all(Array.from({ length: 9 }, () => connection.call(procedures.getHostname, undefined, signal)));
    expect(callsOfRecords).toEqual(Array.from({ length: 3 + 9 }, () => 1));
    connection.close();
    server.close();
  });

  test("a socket that is not there counts as unreachable", async () => {
    const opened = LibvirtConnection.open({ path: "/nonexistent/libvirt-sock" }, signal);
    await expect(opened).rejects.toMatchObject({ name: "LibvirtUnreachable" });
  });
});
