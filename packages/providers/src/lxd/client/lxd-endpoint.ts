/** Where an LXD or Incus server answers, and how it and we know each other. Certificates and the key are PEM. */
export interface LxdEndpoint {
  /** `unix:///var/lib/lxd/unix.socket` or `https://host:8443`. */
  readonly url: string;
  /** Needed for https: what the server trusts us by. */
  readonly client?: { readonly certificate: string; readonly key: string };
  /** The server's own certificate, which is usually signed by nobody; without it, the system's authorities decide. */
  readonly serverCertificate?: string;
}
