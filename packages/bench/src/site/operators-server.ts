import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { freePort } from "@fulmar/prisma/server";
import { pathOf } from "@fulmar/providers";
import { selfSignedCertificate } from "@fulmar/testkit";
import { z } from "zod";
import { SiteInside, type SiteServer } from "./server.ts";

export const TEMPLATE = "debian-12";

const Presented = z.object({ environment: z.object({ certificate: z.string() }) });

/** What an operator has before a site is added, in the words of the requests that add it. */
export interface OperatorsServer {
  readonly site: {
    readonly name: string;
    readonly provider: "lxd";
    readonly endpoint: string;
    readonly client_cert: string;
    readonly client_key: string;
    readonly server_cert: string;
    readonly project: string;
    readonly storage_pool: string;
  };
  readonly image: {
    readonly template_id: string;
    readonly url: string;
    readonly sha256: string;
    readonly format: "squashfs";
    readonly name: string;
    readonly os_distro: string;
    readonly version: string;
    readonly min_disk_gb: number;
  };
  close(): Promise<void>;
}

/**
 * Prepares the server as its owner does, before Fulmar knows it: it listens on https and trusts a new certificate, and
 * the image is at a URL.
 * @param project of the site that will be added
 */
export async function prepareServer(server: SiteServer, project: string): Promise<OperatorsServer> {
  const inside = new SiteInside(server, "default");
  const { client, signal } = inside;
  const listenOn = (address: string) =>
    client.change("PATCH", "", { config: { "core.https_address": address } }, signal);
  const { certificatePem, privateKeyPem } = selfSignedCertificate("fulmar");
  const certificate = certificatePem.replaceAll(/-----.*-----|\s/g, "");
  const address = `127.0.0.1:${await freePort()}`;
  await listenOn(address);
  await client.change("POST", "/certificates", { type: "client", name: project, certificate }, signal);
  const { environment } = await client.get("", Presented, signal);
  const { files, url, sha256 } = await serve(server.image);
  return {
    site: {
      ...{ name: "Real", provider: "lxd", endpoint: `https://${address}`, project, storage_pool: server.pool },
      ...{ client_cert: certificatePem, client_key: privateKeyPem, server_cert: environment.certificate },
    },
    image: {
      ...{ template_id: TEMPLATE, url, sha256, format: "squashfs" },
      ...{ name: "Debian 12", os_distro: "debian", version: "12", min_disk_gb: 4 },
    },
    async close() {
      files.close();
      files.closeAllConnections();
      const fingerprint = createHash("sha256").update(Buffer.from(certificate, "base64")).digest("hex");
      await client.remove(pathOf("certificates", fingerprint), signal);
      await listenOn("");
      await inside.close();
    },
  };
}

async function serve(path: string): Promise<{ files: Server; url: string; sha256: string }> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const files = createServer((_, response) => {
    pipeline(createReadStream(path), response).catch((error: unknown) => response.destroy(asError(error)));
  });
  await new Promise<void>((listening) => files.listen(0, "127.0.0.1", () => listening()));
  const { port } = files.address() as AddressInfo;
  return { files, url: `http://127.0.0.1:${port}/debian-12.squashfs`, sha256: hash.digest("hex") };
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
