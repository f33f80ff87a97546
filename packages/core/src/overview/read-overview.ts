import {
  COUNTED_TYPES,
  type Concern,
  type CountedType,
  type FoundType,
  MANAGER_ROLES,
  type Role,
  WALLET_READER_ROLES,
} from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { listQuotas, readWallet } from "../billing/index.ts";
import type { Workspace } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { searchedFamily } from "../search/index.ts";

const MOST_OF_A_KIND = 5;
const TOKEN_DAYS = 14;
const SECRET_DAYS = 30;
const CERTIFICATE_DAYS = 14;
/** The used share at which a quota becomes a concern. */
const NEAR_THE_WALL = 0.9;
const QUOTAS = 100;

// The constant condition comes first, so that a family that the role may not read is not scanned.
function countOf(family: CountedType): string {
  const { scope, table, status = "''", only, alive } = searchedFamily(family);
  return `(SELECT '${family}' AS family, ${status} AS status, count(*)::int AS count FROM ${table}
    WHERE '${scope}' = ANY ($scopes::text[]) AND workspace_id = $workspace_id::bigint AND ${only} AND ${alive}
    GROUP BY 2)`;
}

const count = statement("overview_count", COUNTED_TYPES.map(countOf).join(" UNION ALL "));

/** The rows of a family that need attention, as concerns. */
function concernsOf(
  kind: "failed" | "secret_expires" | "certificate_expires",
  type: FoundType,
  condition: string,
  at = "NULL::timestamptz",
): string {
  const { scope, table, id, name, status = "NULL::text", parents, only, alive } = searchedFamily(type);
  return `(SELECT '${kind}' AS kind, '${type}' AS type, ${id} AS id, ${name} AS name, ${status} AS status,
                  ARRAY[${parents.join(", ")}]::text[] AS parent_ids, ${at} AS at
    FROM ${table}
   WHERE '${scope}' = ANY ($scopes::text[]) AND workspace_id = $workspace_id::bigint AND ${only} AND ${alive}
     AND ${condition}
    ORDER BY ${at === "NULL::timestamptz" ? `${id} DESC` : at} LIMIT ${MOST_OF_A_KIND})`;
}

/** As in the gateway's record: its site has never applied it and has reported an error. */
const GATEWAY_FAILED = `EXISTS (SELECT FROM network_state s
                                 WHERE s.workspace_id = nat_gateway.workspace_id AND s.resource_type = 'nat_gateway'
  AND s.resource_id = nat_gateway.nat_gateway_id AND s.applied_at IS NULL AND s.error_code IS NOT NULL)`;

/** Rules with alerts that fire, the longest ones first. */
const FIRING = `(SELECT 'alert_fires' AS kind, 'alert_rule' AS type, alert_rule_id AS id, max(rule_name) AS name,
                        NULL::text AS status,
    '{}'::text[] AS parent_ids, min(began_at) AS at
    FROM alert WHERE 'alert.read' = ANY ($scopes::text[]) AND workspace_id = $workspace_id::bigint AND ended_at IS NULL
   GROUP BY alert_rule_id ORDER BY min(began_at) LIMIT ${MOST_OF_A_KIND})`;

const look = statement(
  "overview_look",
  [
    FIRING,
    concernsOf("failed", "cloud_vm", "status = 'error'"),
    concernsOf("failed", "gpu_vm", "status = 'error'"),
    concernsOf("failed", "volume", "status = 'error'"),
    concernsOf("failed", "subnet", "status = 'error'"),
    concernsOf("failed", "nat_gateway", GATEWAY_FAILED),
    concernsOf("failed", "load_balancer", "error_code IS NOT NULL"),
    concernsOf("failed", "cdn_distribution", "status = 'failed'"),
    concernsOf("failed", "cdn_custom_domain", "status = 'failed'"),
    concernsOf("secret_expires", "secret", `expires_at < now() + interval '${SECRET_DAYS} days'`, "expires_at"),
    concernsOf(
      "certificate_expires",
      "cdn_custom_domain",
      `certificate_expires_at < now() + interval '${CERTIFICATE_DAYS} days'`,
      "certificate_expires_at",
    ),
  ].join(" UNION ALL "),
);

const tokens = statement(
  "overview_tokens",
  `SELECT token_id, name, expires_at AS at FROM api_token
    WHERE organization_id = $organization_id AND revoked_at IS NULL AND expires_at > now()
      AND expires_at < now() + interval '${TOKEN_DAYS} days'
    ORDER BY expires_at LIMIT ${MOST_OF_A_KIND}`,
);

const spent = statement(
  "overview_spent",
  `SELECT trim_scale(coalesce(-sum(amount), 0))::text AS amount FROM ledger_entry
    WHERE workspace_id = $workspace_id::bigint AND kind = 'usage'
      AND reference >= to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-"01T00:00Z"')`,
);

/**
 * An overview of a workspace, limited to what the caller's role may read. Sends at most six statements, all at once.
 */
export const readOverview: Handler<"overview.get"> = async ({ sql, workspace, caller }) => {
  const readable = { workspace_id: workspace.id, scopes: [...caller.scopes] };
  const isOneOf = (roles: readonly Role[]) =>
    caller.organizationRole !== null && roles.includes(caller.organizationRole);
  const [counts, looked, expiring, quotas, funds] = await Promise.all([
    sql.query(count, readable),
    sql.query(look, readable),
    isOneOf(MANAGER_ROLES) ? sql.query(tokens, { organization_id: workspace.organizationId }) : [],
    caller.scopes.has("billing.read") ? listQuotas(sql, workspace.id, { after: "", limit: QUOTAS }) : [],
    caller.scopes.has("billing.read") ? readFunds(sql, workspace) : null,
  ]);
  const seesWallet = isOneOf(WALLET_READER_ROLES);
  const concerns: Concern[] = [
    ...(seesWallet && funds?.suspension ? [{ kind: "suspended" as const, reason: funds.suspension.reason }] : []),
    ...looked.flatMap(toConcern),
    ...expiring.map(({ at, ...token }) => ({ kind: "token_expires" as const, ...token, at: at.toISOString() })),
    ...quotas.flatMap(({ resource, limit, used }) =>
      limit !== null && used > 0 && used >= limit * NEAR_THE_WALL
        ? [{ kind: "quota" as const, resource, limit, used }]
        : [],
    ),
  ];
  const spend = funds === null ? null : { ...funds.spend, balance: seesWallet ? funds.spend.balance : null };
  return { counts, concerns, spend };
};

function toConcern({ kind, at, ...resource }: RowOf<typeof look>): Concern[] {
  if (kind === "failed") return [{ kind, resource }];
  return at === null ? [] : [{ kind, resource, at: at.toISOString() }];
}

async function readFunds(sql: Sql, { id, organizationId }: Workspace) {
  const [wallet, used] = await Promise.all([readWallet({ sql }, organizationId), sql.one(spent, { workspace_id: id })]);
  return {
    suspension: wallet.suspension,
    spend: { amount: used.amount, currency: wallet.currency, balance: wallet.balance },
  };
}
