import { type LoadBalancerRule, REDIRECT_STATUSES } from "@fulmar/contract";
import { chosen, defineForm, field, nullableText, text } from "@/client/form.ts";

/** One rule. Empty fields are no condition. */
export const balancerRule = defineForm(
  async () => (await import("@fulmar/contract/load-balancing")).LoadBalancerRule,
  {
    host: nullableText,
    path_match: chosen<"exact" | "prefix">("prefix"),
    path: nullableText,
    // The header's name.
    header: nullableText,
    header_value: chosen(""),
    kind: chosen<"pool" | "https" | "url">("pool"),
    pool_id: chosen(""),
    // The URL to redirect to.
    redirect: text(),
    status: field("301", (typed) => REDIRECT_STATUSES.find((known) => String(known) === typed) ?? 301),
  },
  ({ host, path_match, path, header, header_value, kind, pool_id, redirect, status }) => ({
    host,
    path: path === null ? null : { match: path_match, value: path },
    header: header === null ? null : { name: header, value: header_value },
    pool_id: kind === "pool" ? pool_id : null,
    redirect: kind === "pool" ? null : { https: kind === "https", url: kind === "url" ? redirect : null, status },
  }),
);

export function valuesOf({ host, path, header, pool_id, redirect }: LoadBalancerRule): typeof balancerRule.initial {
  return {
    ...{ host: host ?? "", path_match: path?.match ?? "prefix", path: path?.value ?? "" },
    ...{ header: header?.name ?? "", header_value: header?.value ?? "" },
    ...{ kind: redirect === null ? "pool" : redirect.https ? "https" : "url", pool_id: pool_id ?? "" },
    ...{ redirect: redirect?.url ?? "", status: String(redirect?.status ?? 301) },
  };
}
