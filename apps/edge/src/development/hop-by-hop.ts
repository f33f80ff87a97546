/** RFC 9110 §7.6.1: headers of one connection, which a proxy does not pass on. */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);
