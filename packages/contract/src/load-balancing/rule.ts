import { z } from "zod";
import { hostSpelling } from "../values/domain-name.ts";
import { Name, ResourceId } from "../values/fields.ts";
import { addressSpelling, isWebAddress, REDIRECT_STATUSES } from "../values/redirect.ts";

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const HOST = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*$`);
const PATH = /^\/[\x21-\x22\x24-\x3e\x40-\x7e]*$/;
/** RFC 9110 §5.6.2 */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** A prefix matches whole segments: /api matches /api and /api/users, but not /apis. */
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

/** The target of a redirect: `https` keeps host and path and switches to HTTPS, otherwise `url`. */
const LoadBalancerRedirect = z
  .strictObject({
    https: z.boolean().default(false),
    url: z
      .string()
      .max(2048)
      .refine(isWebAddress, {
        error: ({ input }) =>
          addressSpelling(input) ??
          "must be a URL such as https://www.example.com/new, without a user name or a password",
      })
      .nullable()
      .default(null),
    status: z.literal(REDIRECT_STATUSES).default(301),
  })
  .refine(({ https, url }) => https === (url === null), "needs exactly one of https and url");
export type LoadBalancerRedirect = z.infer<typeof LoadBalancerRedirect>;

const conditions = {
  /** Lower priorities are tried first. `routeRequest` documents how ties are resolved. */
  priority: z.int().min(1).max(10_000).default(100),
  host: z
    .string()
    .max(253)
    .regex(HOST, {
      error: ({ input }) =>
        hostSpelling(input, { wildcard: true }) ?? "must be a host such as www.example.com or *.example.com",
    })
    .nullable()
    .default(null),
  path: RulePath.nullable().default(null),
  header: RuleHeader.nullable().default(null),
};
const redirect = LoadBalancerRedirect.nullable().default(null);

/** A rule without a condition matches every request. Its target is a pool of the same load balancer, or a redirect. */
export const LoadBalancerRule = z
  .strictObject({ ...conditions, pool_id: ResourceId.nullable().default(null), redirect })
  .refine((rule) => (rule.pool_id === null) !== (rule.redirect === null), "needs exactly one of pool_id and redirect")
  .meta({ id: "LoadBalancerRule" });
export type LoadBalancerRule = z.infer<typeof LoadBalancerRule>;

/** A rule in a whole configuration, where pools are identified by name. */
export const LoadBalancerConfigurationRule = z
  .strictObject({ ...conditions, pool: Name.nullable().default(null), redirect })
  .refine((rule) => (rule.pool === null) !== (rule.redirect === null), "needs exactly one of pool and redirect")
  .meta({ id: "LoadBalancerConfigurationRule" });

export const LoadBalancerRules = z.array(LoadBalancerRule).max(100);
