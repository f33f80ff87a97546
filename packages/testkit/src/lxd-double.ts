// Imitates the part of LXD's API that adding and checking a site uses, on a Unix socket, for answers that the server of
// a test machine does not give, such as that it runs virtual machines.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, json } from "node:stream/consumers";

type Stored = Record<string, unknown> & { config?: Record<string, string> };

export interface LxdDouble {
  /** As a site's endpoint. */
  readonly endpoint: string;
  /** The drivers that it tells, such as `lxc | qemu`. */
  driver: string;
  /** The IPv4 addresses of the host's interface `eth0`. */
  addresses: { readonly address: string; readonly netmask: string }[];
  /** The objects that were made, by their path below `/1.0`, such as `projects/fulmar`. */
  readonly stored: Map<string, Stored>;
  close(): Promise<void>;
}

function isStored(value: unknown): value is Stored {
  return typeof value === "object" && value !== null;
}

const SPACE = { space: { total: 100 * 2 ** 30, used: 2 ** 30 } };

/** A server without instances, with the storage pool `default`. It refuses nothing. */
export async function startLxdDouble(driver: string): Promise<LxdDouble> {
  const folder = mkdtempSync(join(tmpdir(), "lxd-double-"));
  const socket = join(folder, "unix.socket");
  const stored = new Map<string, Stored>([
    ["storage-pools/default", { name: "default", driver: "dir" }],
    ["networks/eth0", { name: "eth0", managed: false, type: "physical", config: {} }],
  ]);

  /** The fixed answers, by path. */
  function facts(path: string): unknown {
    if (path === "") {
      const kernel = { kernel_architecture: "x86_64" };
      const environment = { server: "lxd", server_version: "5.0.2", driver: double.driver, ...kernel };
      return { auth: "trusted", api_extensions: [], environment };
    }
    if (path === "cluster") return { enabled: false };
    if (path === "resources") return { cpu: { total: 8 }, memory: { total: 16 * 2 ** 30 } };
    if (path === "storage-pools/default/resources") return SPACE;
    if (path.endsWith("/state")) {
      const addresses = path === "networks/eth0/state" ? double.addresses : [];
      return { addresses: addresses.map((each) => ({ family: "inet", ...each })) };
    }
    return undefined;
  }

  function read(path: string): unknown {
    const inside = [...stored].filter(([key]) => key.startsWith(`${path}/`)).map(([, value]) => value);
    const isCollection = !path.includes("/") && path !== "";
    return facts(path) ?? stored.get(path) ?? (isCollection ? inside : undefined);
  }

  async function change(method: string, path: string, request: IncomingMessage): Promise<unknown> {
    if (method === "DELETE") return stored.delete(path);
    if (method === "POST" && path === "images") return takeImage(request);
    const sent: unknown = await json(request);
    if (!isStored(sent)) throw new Error("a change without an object");
    if (method === "POST") stored.set(`${path}/${sent.name}`, { managed: true, config: {}, ...sent });
    else {
      const before = stored.get(path);
      const kept = method === "PATCH" ? before?.config : {};
      stored.set(path, { ...before, ...sent, config: { ...kept, ...sent.config } });
    }
    return true;
  }

  /** An image in two parts. Its fingerprint is the hash of both, as the server's is. */
  async function takeImage(request: IncomingMessage): Promise<unknown> {
    const form = await new Response(await buffer(request), {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const hash = createHash("sha256");
    for (const part of form.values()) if (part instanceof Blob) hash.update(Buffer.from(await part.arrayBuffer()));
    const fingerprint = hash.digest("hex");
    stored.set(`images/${fingerprint}`, { fingerprint, properties: {} });
    return true;
  }

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "", "http://lxd").pathname.replace(/^\/1\.0\/?/, "");
    const { method = "GET" } = request;
    const metadata = method === "GET" ? read(path) : await change(method, path, request);
    const found = metadata !== undefined;
    response
      .writeHead(found ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify(found ? { type: "sync", metadata } : { type: "error", error: "not found", error_code: 404 }));
  });
  const double: LxdDouble = {
    endpoint: `unix://${socket}`,
    driver,
    addresses: [{ address: "198.51.100.10", netmask: "24" }],
    stored,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true });
    },
  };
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return double;
}
