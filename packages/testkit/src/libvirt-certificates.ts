import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
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
 * it signs. They hold for two days.
 * @param host its address
 */
export async function makeCertificates(folder: string, host: string): Promise<HostCertificates> {
  await makeAuthority(folder, "ca");
  await makeAuthority(folder, "other");
  const ofServer = `subjectAltName=IP:${host}\nextendedKeyUsage=serverAuth,clientAuth`;
  await makeCertificate(folder, "ca", "server", ofServer);
  await makeCertificate(folder, "ca", "client", "extendedKeyUsage=clientAuth");
  await makeCertificate(folder, "other", "stranger", "extendedKeyUsage=clientAuth");
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return {
    authority: read("ca.crt"),
    certificate: read("client.crt"),
    key: read("client.key"),
    stranger: { certificate: read("stranger.crt"), key: read("stranger.key") },
  };
}

async function makeAuthority(folder: string, name: string): Promise<void> {
  const into = ["-keyout", join(folder, `${name}.key`), "-out", join(folder, `${name}.crt`)];
  const made = ["req", "-x509", ...NEW_KEY, ...into, "-days", "2", "-subj", `/CN=${name}`];
  await run("openssl", [...made, "-addext", "keyUsage=critical,keyCertSign,cRLSign"]);
}

async function makeCertificate(folder: string, authority: string, name: string, extensions: string): Promise<void> {
  const at = (file: string) => join(folder, file);
  writeFileSync(at(`${name}.ext`), `basicConstraints=CA:FALSE\nkeyUsage=digitalSignature\n${extensions}\n`);
  const [key, request] = [at(`${name}.key`), at(`${name}.csr`)];
  await run("openssl", ["req", ...NEW_KEY, "-keyout", key, "-out", request, "-subj", `/CN=${name}`]);
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
