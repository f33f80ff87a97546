import { z } from "zod";

/** RFC 9110: the characters of a field's name, and of a value in visible ASCII. */
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** Of a connection or a message's framing (RFC 9110 §7.6.1): they are the edge's own business. */
const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "http2-settings",
  "via",
  "expect",
];
/** What the edge says of each answer itself; `cache-control` follows from the cache policy. */
const OF_THE_EDGE = [
  ...[
    "accept-ranges",
    "age",
    "alt-svc",
    "cache-control",
    "content-disposition",
    "content-encoding",
    "content-length",
    "content-range",
    "content-type",
  ],
  ...[
    "date",
    "etag",
    "expires",
    "last-modified",
    "location",
    "pragma",
    "server",
    "vary",
    "cdn-cache-control",
    "cdn-loop",
    "surrogate-control",
  ],
];
/** A cached answer goes to everybody: a cookie, or a challenge to sign in, would be shared among strangers. */
const OF_ONE_VISITOR = [
  "set-cookie",
  "set-cookie2",
  "www-authenticate",
  "authorization",
  "authentication-info",
  "cookie",
];
const REFUSED: ReadonlySet<string> = new Set([...HOP_BY_HOP, ...OF_THE_EDGE, ...OF_ONE_VISITOR]);
const REFUSED_PREFIX = /^(proxy-|sec-|x-fulmar-|x-accel-)/i;

/** A header that the edge adds to each answer of a distribution. */
export const CdnResponseHeader = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(64)
      .regex(NAME, "must be the name of a header")
      .refine(
        (name) => !REFUSED.has(name.toLowerCase()) && !REFUSED_PREFIX.test(name),
        "must not be a header that the CDN sets itself, or that is for one visitor",
      ),
    value: z
      .string()
      .min(1)
      .max(1024)
      .regex(VALUE, "must be visible ASCII characters on one line, without spaces around them"),
  })
  .meta({ id: "CdnResponseHeader" });
export type CdnResponseHeader = z.infer<typeof CdnResponseHeader>;
