import { type LoadBalancerRule, REDIRECT_STATUSES } from "@fulmar/contract";

/** The values of a rule's form, as typed. Empty ones are no condition. */
export interface BalancerRuleValues {
  readonly host: string;
  readonly path_match: "exact" | "prefix";
  readonly path: string;
  /** The header's name. */
  readonly header: string;
  readonly header_value: string;
  readonly kind: "pool" | "https" | "url";
  readonly pool_id: string;
  /** The URL to redirect to. */
  readonly redirect: string;
  readonly status: string;
}

export const NEW_BALANCER_RULE: BalancerRuleValues = {
  ...{
    host: "",
    path_match: "prefix",
    path: "",
    header: "",
    header_value: "",
    kind: "pool",
    pool_id: "",
    redirect: "",
    status: "301",
  },
};

export function balancerRuleValues({ host, path, header, pool_id, redirect }: LoadBalancerRule): BalancerRuleValues {
  return {
    ...{
      host: host ?? "",
      path_match: path?.match ?? "prefix",
      path: path?.value ?? "",
      header: header?.name ?? "",
      header_value: header?.value ?? "",
    },
    ...{ kind: redirect === null ? "pool" : redirect.https ? "https" : "url", pool_id: pool_id ?? "" },
    ...{ redirect: redirect?.url ?? "", status: String(redirect?.status ?? 301) },
  };
}

/** Converts the form's values to the contract's schema of a rule. */
export function toBalancerRule(values: BalancerRuleValues) {
  const status = REDIRECT_STATUSES.find((known) => String(known) === values.status) ?? 301;
  return {
    host: values.host.trim() === "" ? null : values.host.trim(),
    path: values.path.trim() === "" ? null : { match: values.path_match, value: values.path.trim() },
    header: values.header.trim() === "" ? null : { name: values.header.trim(), value: values.header_value },
    pool_id: values.kind === "pool" ? values.pool_id : null,
    redirect:
      values.kind === "pool"
        ? null
        : { https: values.kind === "https", url: values.kind === "url" ? values.redirect.trim() : null, status },
  };
}
