// What visitors of the installation's public names meet: the certificate that their servers show.
import { once } from "node:events";
import { isIP } from "node:net";
import { checkServerIdentity, connect, type PeerCertificate } from "node:tls";
import type { Configuration } from "@fulmar/config";
import { counted, type Finding, fail, ok, saidBy, warn } from "./finding.ts";

type PublicUrls = Pick<Configuration, "publicApiUrl" | "publicConsoleUrl" | "publicObjectStoreUrl">;

const CONNECT_MS = 5_000;
const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/** Shakes hands with each public name that is reached by HTTPS, and judges what its server shows. */
export function publicNameFindings(configuration: PublicUrls): Promise<Finding[]> {
  const { publicApiUrl, publicConsoleUrl, publicObjectStoreUrl } = configuration;
  const urls = [publicApiUrl, publicConsoleUrl, publicObjectStoreUrl].map((url) => new URL(url));
  const hosts = new Set(urls.filter(({ protocol }) => protocol === "https:").map(({ host }) => host));
  return Promise.all([...hosts].map(findingOf));
}

/** @param host the name, with the port unless it is 443 */
async function findingOf(host: string): Promise<Finding> {
  const check = `TLS ${host}`;
  const { hostname, port } = new URL(`https://${host}`);
  const name = hostname.replaceAll(/[[\]]/g, "");
  // The certificate is judged here, so that each problem has a sentence of its own.
  const socket = connect({
    ...{ host: name, port: Number(port || 443), rejectUnauthorized: false },
    ...(isIP(name) === 0 && { servername: name }),
  });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(CONNECT_MS) });
    return judge(check, name, socket.getPeerCertificate(), socket.authorizationError);
  } catch (error) {
    const why = error instanceof Error && error.name === "AbortError" ? "no answer within 5 seconds" : saidBy(error);
    return warn(
      check,
      `No TLS connection from here (${why}): see its DNS record, and whether its server runs and takes HTTPS.`,
    );
  } finally {
    socket.destroy();
  }
}

/** @param distrust why the chain does not lead to an authority that this host knows, as Node names it */
function judge(check: string, name: string, certificate: PeerCertificate, distrust: Error | string | null): Finding {
  const until = new Date(certificate.valid_to);
  const day = until.toISOString().slice(0, 10);
  const days = Math.floor((until.getTime() - Date.now()) / DAY_MS);
  if (until.getTime() <= Date.now())
    return fail(check, `The certificate that is served expired on ${day}: renew it, and let the server read it.`);
  const mismatch = checkServerIdentity(name, certificate);
  if (mismatch !== undefined)
    return fail(
      check,
      `The certificate that is served is not for this name, but for ${namesOf(certificate)}: ` +
        "give the server one for this name.",
    );
  const left = `${counted(days, "day")} left, until ${day}`;
  if (distrust !== null)
    return warn(
      check,
      `The certificate that is served is of an authority that this host does not trust (${saidBy(distrust)}; ${left}): ` +
        "serve the whole chain, or set NODE_EXTRA_CA_CERTS to your own authority.",
    );
  return days < SOON_DAYS
    ? warn(check, `The certificate that is served ends soon (${left}): renew it, and let the server read it.`)
    : ok(check, `Its certificate is for this name, with ${left}.`);
}

/** The names of a certificate, those first that it lists. A stranger's certificate may have thousands. */
function namesOf({ subjectaltname = "", subject }: PeerCertificate): string {
  const listed = subjectaltname.slice(0, 200).replaceAll(/\b(DNS|IP Address):/g, "");
  const { CN } = subject ?? {};
  return listed || (Array.isArray(CN) ? CN[0] : CN)?.slice(0, 200) || "no name";
}
