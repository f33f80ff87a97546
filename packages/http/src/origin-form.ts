import type { IncomingMessage } from "node:http";

/**
 * Brings a target that is a whole URL into the form of others, a path with a query. Its authority counts as Host then,
 * whatever that header says (RFC 9112, section 3.2.2). Requests with several Host headers stay as they are: servers
 * refuse them.
 */
export function toOriginForm(message: IncomingMessage): void {
  const { url = "" } = message;
  const [whole, authority] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (whole === undefined || authority === undefined || (message.headersDistinct.host?.length ?? 0) > 1) return;
  const target = url.slice(whole.length);
  message.url = target.startsWith("/") ? target : `/${target}`;
  message.headers.host = authority;
  message.headersDistinct.host = [authority];
}
