import { z } from "zod";
import { Name, ResourceId } from "../kernel/fields.ts";
import { REDIRECT_STATUSES } from "../kernel/limits.ts";
import { isWebAddress } from "../kernel/web-address.ts";

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const HOST = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*$`);
const PATH = /^\/[\x21-\x22\x24-\x3e\x40-\x7e]*$/;
/** RFC 9110 §5.6.2 */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** A prefix is one of whole segments: /api stands for /api and /api/users, not for /apis. */
const RulePath = z.strictObject({
  match: z.enum(["exact", "prefix"]),
  value: z.string().max(512).regex(PATH, "must be a path such as /api, without a query"),
});

const RuleHeader = z.strictObject({
  name: z.string().max(128).regex(HEADER_NAME, "must be the name of a header"),
  value: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^[\x20-\x7e]+$/, "must be printable ASCII"),
});

/** Where a request is sent back to: `https` is the same host and path by HTTPS; otherwise `url`. */
const LoadBalancerRedirect = z
  .strictObject({
    https: z.boolean().default(false),
    url: z
      .string()
      .max(2048)
      .refine(isWebAddress, "must be a URL such as https://www.example.com/new, without a user name or a password")
      .nullable()
      .default(null),
    status: z.literal(REDIRECT_STATUSES).default(301),
  })
  .refine(({ https, url }) => https === (url === null), "needs exactly one of https and url");
export type LoadBalancerRedirect = z.infer<typeof LoadBalancerRedirect>;

const conditions = {
  /** The lower is tried first; `routeRequest` says what decides between equals. */
  priority: z.int().min(1).max(10_000).default(100),
  host: z
    .string()
    .max(253)
    .regex(HOST, "must be a host such as www.example.com or *.example.com")
    .nullable()
    .default(null),
  path: RulePath.nullable().default(null),
  header: RuleHeader.nullable().default(null),
};
const redirect = LoadBalancerRedirect.nullable().default(null);

/**
 * A rule without a condition holds for every request. What it leads to is one of its listener's balancer's pools, or a
 * redirect.
 */
export const LoadBalancerRule = z
  .strictObject({ ...conditions, pool_id: ResourceId.nullable().default(null), redirect })
  .refine((rule) => (rule.pool_id === null) !== (rule.redirect === null), "needs exactly one of pool_id and redirect")
  .meta({ id: "LoadBalancerRule" });
export type LoadBalancerRule = z.infer<typeof LoadBalancerRule>;

/** The same in a configuration that is written down as a whole, where pools are known by their names. */
export const LoadBalancerConfigurationRule = z
  .strictObject({ ...conditions, pool: Name.nullable().default(null), redirect })
  .refine((rule) => (rule.pool === null) !== (rule.redirect === null), "needs exactly one of pool and redirect")
  .meta({ id: "LoadBalancerConfigurationRule" });

export const LoadBalancerRules = z.array(LoadBalancerRule).max(100);
