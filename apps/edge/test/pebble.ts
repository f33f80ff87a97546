import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { freePort } from "@fulmar/testkit";
import { vi } from "vitest";
import { certificateFor } from "../src/cdn/cdn-fixture.ts";

const PROGRAMS = ["pebble", "pebble-challtestsrv"] as const;

/** Whether this machine has Let's Encrypt's authority for tests, and its DNS server: Debian's package pebble. */
export const hasPebble = PROGRAMS.every((program) => spawnSync(program, ["-help"]).error === undefined);

/** Starts Pebble. Every domain answers HTTP at one address. This process trusts Pebble from then on. */
export async function startPebble(visit: string) {
  const { hostname, port: httpPort } = new URL(`http://${visit}`);
  const folder = mkdtempSync(join(tmpdir(), "fulmar-pebble-"));
  const { chainPem, privateKeyPem } = certificateFor("127.0.0.1");
  const [certificate, privateKey, configuration] = ["chain.pem", "key.pem", "pebble.json"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const [port, managementPort, dnsPort] = [await freePort(), await freePort(), await freePort()];
  const dnsAddress = `127.0.0.1:${dnsPort}`;
  writeFileSync(certificate, chainPem);
  writeFileSync(privateKey, privateKeyPem);
  const pebble = {
    ...{ listenAddress: `127.0.0.1:${port}`, managementListenAddress: `127.0.0.1:${managementPort}` },
    ...{ certificate, privateKey, httpPort: Number(httpPort), tlsPort: 1 },
    profiles: { default: { description: "As the tests need it", validityPeriod: 7_776_000 } },
  };
  writeFileSync(configuration, JSON.stringify({ pebble }));
  setDefaultCACertificates([...getCACertificates("default"), chainPem]);
  const management = `127.0.0.1:${await freePort()}`;
  // Debian's version has other flags than the newest.
  const { stderr: usage } = spawnSync(PROGRAMS[1], ["-help"], { encoding: "utf8" });
  const isKnown = (flag: string) => usage.includes(` ${flag} `);
  const [dnsFlag] = ["-dnsserver", "-dns01"].filter(isKnown);
  if (dnsFlag === undefined) throw new Error(`${PROGRAMS[1]} serves no DNS: ${usage}`);
  const noOther = ["-http01", "-https01", "-tlsalpn01", "-doh"].filter(isKnown).flatMap((flag) => [flag, ""]);
  const dns = spawn(
    PROGRAMS[1],
    [dnsFlag, dnsAddress, "-defaultIPv4", hostname, "-defaultIPv6", "", "-management", management, ...noOther],
    { stdio: "ignore" },
  );
  const authority = spawn(
    "env",
    ["PEBBLE_VA_NOSLEEP=1", "pebble", "-config", configuration, "-dnsserver", dnsAddress],
    {
      stdio: "ignore",
    },
  );
  const rootPem = await vi.waitFor(async () => {
    const root = await fetch(`https://127.0.0.1:${managementPort}/roots/0`);
    return root.text();
  }, 45_000);
  return {
    directoryUrl: `https://127.0.0.1:${port}/dir`,
    rootPem,
    async stop() {
      for (const child of [authority, dns]) {
        const ended = once(child, "exit");
        child.kill();
        await ended;
      }
      rmSync(folder, { recursive: true });
    },
  };
}
