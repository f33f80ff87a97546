/** Where a connection without encryption leaves no machine: RFC 6761 §6.3 has names below localhost. */
const LOOPBACK = /^(127(\.[0-9]+){3}|\[::1\]|(.+\.)?localhost)$/;

/** Whether nobody on the way reads what is sent to an http(s) URL. */
export function isEncrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || LOOPBACK.test(hostname);
}
