import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { selfSignedCertificate } from "@fulmar/testkit";
import { until } from "../product.ts";

/** The file that operators start from. */
const SAMPLE = new URL("../../../../deploy/etc/cells.cfg", import.meta.url);
const ENVIRONMENT = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** The names of the sample, as addresses of this machine: all of 127.0.0.0/8 is loopback. */
const HOSTS = {
  "s3.eu2.example.com s3-website.eu2.example.com": "127.0.0.5",
  "s3.example.com s3-website.example.com": "127.0.0.4",
  "console.eu2.example.com": "127.0.0.3",
  "console.example.com": "127.0.0.2",
  "api.example.com": "127.0.0.1",
} as const;

/** The URLs of a cell at the front. */
export interface Names {
  readonly api: string;
  readonly console: string;
  readonly store: string;
}

export const namesOf = (port: number): { readonly eu1: Names; readonly eu2: Names } => ({
  eu1: { api: `https://127.0.0.1:${port}`, console: `https://127.0.0.2:${port}`, store: `https://127.0.0.4:${port}` },
  eu2: { api: `https://127.0.0.1:${port}`, console: `https://127.0.0.3:${port}`, store: `https://127.0.0.5:${port}` },
});

/** Whether HAProxy is installed. */
export function hasHaproxy(): boolean {
  return spawnSync("haproxy", ["-v"], { env: ENVIRONMENT }).status === 0;
}

/** A certificate of the front's names, which this process trusts from now on. */
export class FrontCertificate {
  readonly #folder = mkdtempSync(join(tmpdir(), "fulmar-certificate-"));
  /** For NODE_EXTRA_CA_CERTS of processes that ask the front. */
  readonly path = join(this.#folder, "certificate.pem");
  /** With certificate and key, as HAProxy reads it. */
  readonly chainFolder = join(this.#folder, "certs");

  constructor() {
    const { certificatePem, privateKeyPem } = selfSignedCertificate([
      HOSTS["api.example.com"],
      ...Object.values(HOSTS),
    ]);
    writeFileSync(this.path, certificatePem);
    mkdirSync(this.chainFolder);
    writeFileSync(join(this.chainFolder, "front.pem"), certificatePem + privateKeyPem);
    setDefaultCACertificates([...getCACertificates(), certificatePem]);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** Where the front listens. */
export interface FrontPorts {
  readonly https: number;
  readonly http: number;
}

/** HAProxy with the sample configuration of operators, in which only names and addresses are others. */
export class Front {
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
  }

  /**
   * Starts it and waits until both cells are reached through it.
   * @param servers addresses of processes, by those of the sample
   */
  static async start(
    ports: FrontPorts,
    { servers, certificate }: { servers: Readonly<Record<string, string>>; certificate: FrontCertificate },
  ): Promise<Front> {
    const folder = mkdtempSync(join(tmpdir(), "fulmar-front-"));
    const path = join(folder, "haproxy.cfg");
    writeFileSync(path, configurationOf(ports, { servers, certificate }));
    const child = spawn("haproxy", ["-W", "-db", "-f", path], {
      env: ENVIRONMENT,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const front = new Front(child, folder);
    const { eu1, eu2 } = namesOf(ports.https);
    const pages = [`${eu1.console}/sign-in`, `${eu2.console}/sign-in`, `${eu1.store}/readyz`, `${eu2.store}/readyz`];
    try {
      for (const page of pages)
        await until(async () => (await fetch(page).catch(() => null))?.status === 200, `${page} through the front`);
    } catch (error) {
      await front.stop();
      throw error;
    }
    return front;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null) {
      const gone = once(this.#child, "exit");
      this.#child.kill();
      await gone;
    }
    rmSync(this.#folder, { recursive: true });
  }
}

function configurationOf(
  { https: port, http }: FrontPorts,
  { servers, certificate }: { servers: Readonly<Record<string, string>>; certificate: FrontCertificate },
): string {
  const { eu1, eu2 } = HOSTS_OF_CONSOLES;
  const at = (listened: number) =>
    Object.values(HOSTS)
      .map((host) => `${host}:${listened}`)
      .join(",");
  const changes: [string, string][] = [
    ["bind :443 ssl", `bind ${at(port)} ssl`],
    ["bind :80\n", `bind ${at(http)}\n`],
    ["/etc/haproxy/certs/", `${certificate.chainFolder}/`],
    // Names in URLs and in the checks of consoles have the port, others have not.
    [`hdr Host ${eu2}\n`, `hdr Host ${HOSTS[eu2]}:${port}\n`],
    [`hdr Host ${eu1}\n`, `hdr Host ${HOSTS[eu1]}:${port}\n`],
    [`https://${eu2}/`, `https://${HOSTS[eu2]}:${port}/`],
    ...Object.entries(HOSTS),
    ...Object.entries(servers),
  ];
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`the sample configuration of the front has no ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(SAMPLE, "utf8"),
  );
}

const HOSTS_OF_CONSOLES = { eu1: "console.example.com", eu2: "console.eu2.example.com" } as const;
