import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What a client of a host needs, in PEM. */
export interface HostCertificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  /** A certificate that another authority signed. */
  readonly stranger: { readonly certificate: string; readonly key: string };
}

const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/**
 * Makes an authority in a folder (`ca.crt`), and the certificates of a host (`server.crt`, `server.key`) and a client that
 * it signs. They hold for two days. A host calls others as a client, by the files in `system`.
 * @param host its address
 * @param from the folder of another host, whose authority and client are taken
 */
export async function makeCertificates(folder: string, host: string, from?: string): Promise<HostCertificates> {
  if (from === undefined) {
    await makeAuthority(folder, "ca");
    await makeAuthority(folder, "other");
    await makeCertificate(folder, "ca", "client", "extendedKeyUsage=clientAuth");
    await makeCertificate(folder, "other", "stranger", "extendedKeyUsage=clientAuth");
  } else {
    for (const file of SHARED) cpSync(join(from, file), join(folder, file));
  }
  const ofServer = `subjectAltName=IP:${host}\nextendedKeyUsage=serverAuth,clientAuth`;
  await makeCertificate(folder, "ca", "server", ofServer, host);
  for (const [file, place] of Object.entries(SYSTEM)) cpSync(join(folder, file), join(folder, "system", place));
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return {
    authority: read("ca.crt"),
    certificate: read("client.crt"),
    key: read("client.key"),
    stranger: { certificate: read("stranger.crt"), key: read("stranger.key") },
  };
}

const SHARED = ["ca.crt", "ca.key", "client.crt", "client.key", "stranger.crt", "stranger.key"];
/** Where libvirt looks for them below /etc/pki when it calls another host. */
const SYSTEM = {
  "ca.crt": "CA/cacert.pem",
  "server.crt": "libvirt/clientcert.pem",
  "server.key": "libvirt/private/clientkey.pem",
};

async function makeAuthority(folder: string, name: string): Promise<void> {
  const into = ["-keyout", join(folder, `${name}.key`), "-out", join(folder, `${name}.crt`)];
  const made = ["req", "-x509", ...NEW_KEY, ...into, "-days", "2", "-subj", `/CN=${name}`];
  await run("openssl", [...made, "-addext", "keyUsage=critical,keyCertSign,cRLSign"]);
}

async function makeCertificate(
  folder: string,
  authority: string,
  name: string,
  extensions: string,
  called = name,
): Promise<void> {
  const at = (file: string) => join(folder, file);
  writeFileSync(at(`${name}.ext`), `basicConstraints=CA:FALSE\nkeyUsage=digitalSignature\n${extensions}\n`);
  const [key, request] = [at(`${name}.key`), at(`${name}.csr`)];
  await run("openssl", ["req", ...NEW_KEY, "-keyout", key, "-out", request, "-subj", `/CN=${called}`]);
  const by = ["-CA", at(`${authority}.crt`), "-CAkey", at(`${authority}.key`), "-CAcreateserial", "-days", "2"];
  await run("openssl", [
    "x509",
    "-req",
    "-in",
    request,
    ...by,
    "-extfile",
    at(`${name}.ext`),
    "-out",
    at(`${name}.crt`),
  ]);
}
