import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { selfSignedCertificate } from "@fulmar/testkit";
import { z } from "zod";
import { SiteInside, type SiteServer } from "../site/server.ts";

const run = promisify(execFile);

/** A host of the cluster. Its anchor is a process in its namespaces. */
const ClusterHost = z.object({ name: z.string(), socket: z.string(), folder: z.string(), anchor: z.int() });
type ClusterHost = z.infer<typeof ClusterHost>;

/** The cluster as scripts/cluster/cluster.mjs started it. */
export const Cluster = z.object({
  url: z.string(),
  pool: z.string(),
  uplink: z.string(),
  range: z.string(),
  image: z.string(),
  hosts: z.tuple([ClusterHost, ClusterHost, ClusterHost]),
});
export type Cluster = z.infer<typeof Cluster>;

/** Has the cluster trust a new certificate. @returns what `admin site add` and the operator's own client need of it */
export async function reachable({ hosts: [first], url, pool, uplink, range, image }: Cluster): Promise<SiteServer> {
  const { certificatePem, privateKeyPem } = selfSignedCertificate("fulmar");
  const socket = `unix://${first.socket}`;
  const inside = new SiteInside({ url: socket }, "default");
  const certificate = certificatePem.replaceAll(/-----.*-----|\s/g, "");
  await inside.client.change("POST", "/certificates", { type: "client", name: "fulmar", certificate }, inside.signal);
  await inside.close();
  const folder = mkdtempSync(join(first.folder, "keys-"));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  const server = readFileSync(join(first.folder, "lxd/cluster.crt"), "utf8");
  const keys = ["--client-cert", file("client.crt", certificatePem), "--client-key", file("client.key", privateKeyPem)];
  return {
    url,
    pool,
    image,
    range,
    options: ["--uplink", uplink, ...keys, "--server-cert", file("server.crt", server)],
  };
}

/** Ends the LXD of a host as a loss of power would, and cuts its cable. Its machines run on, out of reach. */
export async function lose({ name, folder }: ClusterHost): Promise<void> {
  process.kill(Number(readFileSync(join(folder, "lxd.pid"), "utf8")), "SIGKILL");
  await run("ip", ["link", "set", `fabric-${name}`, "down"]);
}

export async function comeBack({ name, folder, anchor }: ClusterHost): Promise<ChildProcess> {
  await run("ip", ["link", "set", `fabric-${name}`, "up"]);
  const daemon = join(import.meta.dirname, "../../../../scripts/cluster/daemon.sh");
  return spawn("nsenter", ["-t", String(anchor), "-n", "-m", "-u", daemon, folder], { stdio: "ignore" });
}

/** A name that no other machine of the story has. */
export const nameOf = (kind: string) => `${kind}-${randomBytes(3).toString("hex")}`;
