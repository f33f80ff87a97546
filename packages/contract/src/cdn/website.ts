import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { ObjectKey } from "./object-url.ts";
import { CdnRedirect } from "./redirect.ts";

/** RFC 9110: the characters of a header's name, and of its value in visible ASCII. */
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers of the connection or of message framing (RFC 9110 §7.6.1), which the edge controls. */
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
/** Headers that the edge sets on each answer. `cache-control` follows from the cache policy. */
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
/** A cached answer goes to every visitor, so cookies and sign-in challenges would be shared among them. */
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

const MOST_REDIRECTS = 100;
const MOST_HEADERS = 20;

const areDistinct = (keys: readonly string[]) => new Set(keys).size === keys.length;

const settings = {
  /** The file name that is served for a path that ends with a slash. It contains no slashes. */
  index_document: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^/\\?#\p{Cc}]+$/u, "must be a file's name, without slashes")
    .refine((name) => name !== "." && name !== "..", "must be a file's name"),
  /** The key of the object that is served with 404 if the path has no object. Null means a plain 404. */
  error_document: ObjectKey.refine((key) => !key.startsWith("/"), "must not begin with a slash").nullable(),
  /** Paths without an object answer 200 with the index document, as applications with client-side routing need it. */
  spa: z.boolean(),
  redirects: z
    .array(CdnRedirect)
    .max(MOST_REDIRECTS)
    .refine((rules) => areDistinct(rules.map(({ source }) => source)), "must not have two rules of the same source"),
  headers: z
    .array(CdnResponseHeader)
    .max(MOST_HEADERS)
    .refine(
      (headers) => areDistinct(headers.map(({ name }) => name.toLowerCase())),
      "must not have two headers of the same name",
    ),
};

/** The website settings of a distribution. Index, error document and `spa` apply to a bucket origin. */
export const CdnWebsite = z
  .strictObject({
    distribution_id: z.string(),
    ...settings,
    /** Whether the edge has yet to apply these settings. */
    pending_changes: z.boolean(),
    /** Null until the settings are first changed. */
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: "CdnWebsite" });
export type CdnWebsite = z.infer<typeof CdnWebsite>;

export const DEFAULT_INDEX_DOCUMENT = "index.html";

export const PutCdnWebsite = z
  .strictObject({
    index_document: settings.index_document.default(DEFAULT_INDEX_DOCUMENT),
    error_document: settings.error_document.default(null),
    spa: settings.spa.default(false),
    redirects: settings.redirects.default([]),
    headers: settings.headers.default([]),
  })
  .refine(({ spa, error_document }) => !spa || error_document === null, {
    path: ["error_document"],
    message: "must be null when spa is true: the index document answers what is not there",
  })
  .meta({
    id: "PutCdnWebsiteRequest",
    examples: [
      {
        index_document: "index.html",
        error_document: "404.html",
        redirects: [{ source: "/old", destination: "/new", status: 301 }],
      },
    ],
  });
export type PutCdnWebsite = z.infer<typeof PutCdnWebsite>;

const family = "CDN";
const params = { distribution_id: ResourceId };
const path = "/cdn/distributions/{distribution_id}/website";

const cdnWebsiteGet = defineOperation({
  id: "cdnWebsite.get",
  resource: "cdn_distribution",
  family,
  method: "GET",
  path,
  scope: "cdn.read",
  summary: "Get the website settings of a CDN distribution",
  params,
  output: CdnWebsite,
  errors: ["not_found"],
});

const cdnWebsitePut = defineOperation({
  id: "cdnWebsite.put",
  resource: "cdn_distribution",
  family,
  method: "PUT",
  path,
  scope: "cdn.write",
  summary: "Replace the website settings of a CDN distribution",
  description: "Settings that are not sent return to their defaults.",
  params,
  body: PutCdnWebsite,
  output: CdnWebsite,
  errors: ["not_found"],
});

export const websiteOperations = [cdnWebsiteGet, cdnWebsitePut] as const;
