import { createPrivateKey, X509Certificate } from "node:crypto";
import type { ServerEndpoint } from "@fulmar/providers";
import { invalidField } from "../request/domain-error.ts";

/**
 * What a site's server is reached with has to be readable before anybody dials it.
 * @throws DomainError 400 that names the field
 */
export function requireCertificates({ url, client, serverCertificate }: ServerEndpoint): void {
  if (client === undefined && url.startsWith("unix:")) return;
  if (client === undefined) throw invalidField("client_cert", "is required with its key: the endpoint is no socket");
  const certificate = readable("client_cert", () => new X509Certificate(client.certificate));
  const key = readable("client_key", () => createPrivateKey(client.key));
  if (!certificate.checkPrivateKey(key)) throw invalidField("client_key", "is not the key of the client's certificate");
  if (serverCertificate !== undefined) readable("server_cert", () => new X509Certificate(serverCertificate));
}

function readable<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch {
    throw invalidField(field, "cannot be read; give it in PEM");
  }
}
