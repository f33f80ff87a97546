import { existsSync } from "node:fs";
import { freePort } from "@fulmar/prisma/server";
import { type AcmeServer, startAcmeServer } from "@fulmar/testkit/acme";

/** A file of each package that docs/cdn.md names. */
const NEEDED = ["lua_module", "brotli_filter_module"].map((name) => `/usr/lib/nginx/modules/ngx_http_${name}.so`);
const DOMAIN = "cdn.walk.test";

/** Where the CDN of the walk is. Its names are not resolved: visitors go to the host. */
export interface Cdn {
  /** Issues certificates for domains that answer on this host. */
  readonly authority: AcmeServer;
  readonly httpsPort: number;
  /** Variables of all processes. */
  readonly environment: Readonly<Record<string, string>>;
  readonly edgeEnvironment: Readonly<Record<string, string>>;
}

/** Chooses ports, and starts an authority of certificates. @returns undefined, and says so, where nginx lacks something */
export async function prepareCdn(host: string): Promise<Cdn | undefined> {
  const lacking = NEEDED.filter((file) => !existsSync(file));
  if (lacking.length > 0) {
    console.log(`          Skipped: the CDN. This machine has no ${lacking.join(", ")}.`);
    return undefined;
  }
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const authority = await startAcmeServer(`${host}:${httpPort}`);
  return {
    ...{ authority, httpsPort },
    environment: {
      FULMAR_PUBLIC_CDN_URL: `http://${DOMAIN}:${httpPort}`,
      FULMAR_ACME_DIRECTORY: authority.directoryUrl,
    },
    edgeEnvironment: {
      FULMAR_EDGE_CDN_HTTP: `${host}:${httpPort}`,
      FULMAR_EDGE_CDN_HTTPS: `${host}:${httpsPort}`,
      FULMAR_EDGE_CDN_CACHE_GB: "1",
    },
  };
}
