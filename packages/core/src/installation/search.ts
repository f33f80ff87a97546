// The search of who runs the installation: over all organizations, by indexes alone.
import { isIP } from "node:net";
import { FOUND_TYPES, type FoundType, RESOURCES, typeOfIdentifier } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { invalidField } from "../request/domain-error.ts";
import { searchedFamily } from "../search/index.ts";
import { tokenPrefix } from "../token/index.ts";
import { ipv4Of } from "./addresses.ts";

const PER_TYPE = 10;
/** A private address is one of many networks. */
const PER_ADDRESS = 50;
const MOST = 100;
/** Sorts after every continuation of a text. */
const AFTER_EVERY_TEXT = "\u{10FFFF}";

/** A hit, as SQL over its table. What is left out is NULL. */
interface HitSql {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly state?: string;
  readonly workspace?: string;
  readonly organization?: string;
  readonly rows: string;
}

function hit({ type, id, name, state, workspace, organization, rows }: HitSql): string {
  return `(SELECT '${type}' AS type, ${id} AS id, ${name} AS name, ${state ?? "NULL"}::text AS state,
      ${workspace ?? "NULL"}::bigint AS workspace_id, ${organization ?? "NULL"}::text AS organization_id FROM ${rows})`;
}

/** A resource of a workspace. @param found SQL: the condition, and the order and limit */
function resource(type: FoundType, found: string, joined = ""): string {
  const { table, id, name, status, only, alive } = searchedFamily(type);
  const ended = alive === "true" ? "" : `WHEN NOT (${alive}) THEN 'deleted' `;
  const state = ended === "" ? status : `CASE ${ended}ELSE ${status ?? "NULL"} END`;
  return hit({
    ...{ type, name, id: `${table}.${id}`, ...(state !== undefined && { state }) },
    workspace: `${table}.workspace_id`,
    rows: `${table} ${joined} WHERE ${only} AND ${found}`,
  });
}

const person = (found: string) =>
  hit({
    ...{ type: "user", id: "u.id", name: "u.name || ' <' || u.email || '>'" },
    rows: `"user" u WHERE ${found}`,
  });

const organization = (found: string) =>
  hit({
    ...{ type: "organization", id: "o.organization_id", name: "o.name", organization: "o.organization_id" },
    state: `(SELECT CASE WHEN s.suspended_at IS NOT NULL THEN 'suspended' END FROM wallet s
              WHERE s.organization_id = o.organization_id)`,
    rows: `organization o WHERE ${found}`,
  });

const workspace = (found: string) =>
  hit({
    ...{ type: "workspace", id: "o.workspace_id::text", name: "o.name", workspace: "o.workspace_id" },
    state: "CASE WHEN o.deleted_at IS NOT NULL THEN 'deleted' END",
    rows: `workspace o WHERE ${found}`,
  });

const TOKEN_STATE = `CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= now() THEN 'expired'
                          ELSE 'active' END`;
const NAME_OF_TOKEN = "t.name || ' · ' || t.prefix";

const apiToken = (found: string) =>
  hit({
    ...{ type: "api_token", id: "t.token_id", name: NAME_OF_TOKEN, state: TOKEN_STATE },
    organization: "t.organization_id",
    rows: `api_token t WHERE ${found}`,
  });

const operatorToken = (found: string) =>
  hit({
    ...{ type: "operator_token", id: "t.token_id", name: NAME_OF_TOKEN, state: TOKEN_STATE },
    rows: `operator_token t WHERE ${found}`,
  });

const edge = (found: string) =>
  hit({
    ...{ type: "edge", id: "e.edge_id", name: "e.name", rows: `edge e WHERE ${found}` },
    state: "CASE WHEN e.removed_at IS NOT NULL THEN 'removed' END",
  });

/** The hits of a search with whose they are. */
const whose = (hits: readonly string[]) =>
  `SELECT h.type, h.id, h.name, h.state, h.workspace_id::text, w.name AS workspace_name,
          o.organization_id, o.name AS organization_name
     FROM (${hits.join(" UNION ALL ")}) h LEFT JOIN workspace w ON w.workspace_id = h.workspace_id
     LEFT JOIN organization o ON o.organization_id = coalesce(h.organization_id, w.organization_id)`;

/** The identifiers that have a prefix are each in one index. */
const byId = statement(
  "operator_search_id",
  whose([
    ...FOUND_TYPES.filter((type) => RESOURCES[type].prefix !== null).map((type) =>
      resource(type, `${searchedFamily(type).id} = $id`),
    ),
    ...[organization("o.organization_id = $id"), apiToken("t.token_id = $id"), operatorToken("t.token_id = $id")],
    edge("e.edge_id = $id"),
  ]),
);

/** The types with names of their own. Others are found by their id. */
const NAMED = [
  ...["cloud_vm", "gpu_vm", "volume", "bucket", "vpc", "nat_gateway", "load_balancer", "cdn_distribution"],
  "secret_store",
] as const satisfies readonly FoundType[];

const beginning = (column: string) => {
  const sorted = `${column} COLLATE "C"`;
  return `${sorted} >= $text AND ${sorted} < $after ORDER BY ${sorted} LIMIT ${PER_TYPE}`;
};
const named = (table: string) => beginning(`lower(${table}.name)`);
const token = beginning("t.prefix").replaceAll("$text", "$token").replaceAll("$after", "$after_token");

const byText = statement(
  "operator_search_text",
  whose([
    ...[organization(named("o")), workspace(`o.deleted_at IS NULL AND ${named("o")}`)],
    ...[workspace("o.workspace_id = $number::bigint"), person("u.id = $id"), person(beginning("u.email"))],
    ...[person(named("u")), apiToken(token), operatorToken(token)],
    edge("lower(e.name) = $text OR lower(e.hostname) = $text"),
    resource("access_key", "access_key_id = upper($id)"),
    resource("cdn_custom_domain", "domain = $text"),
    resource("cdn_distribution", "distribution_id = $distribution_id"),
    ...NAMED.map((type) => resource(type, `${searchedFamily(type).alive} AND ${named(searchedFamily(type).table)}`)),
  ]),
);

const ADDRESS = "$address::inet";
const LIMIT = `LIMIT ${PER_ADDRESS}`;
const ATTACHED = `JOIN reserved_ip r ON r.workspace_id = TABLE.workspace_id
    JOIN public_address a ON a.public_ip_id = r.public_ip_id`;
const attached = (type: FoundType, column: string) => {
  const { table, id } = searchedFamily(type);
  const joined = `${ATTACHED.replaceAll("TABLE", table)} AND r.${column} = ${table}.${id}`;
  return hit({
    ...{ type, id: `${table}.${id}`, name: `${table}.name`, workspace: `${table}.workspace_id` },
    rows: `${table} ${joined} WHERE a.address = ${ADDRESS}`,
  });
};

const vmWith = (type: "cloud_vm" | "gpu_vm") =>
  resource(
    type,
    `vm.deleted_at IS NULL AND vm.vm_id IN (
       SELECT v.vm_id FROM vm v WHERE v.public_ip = host(${ADDRESS})
        UNION ALL SELECT v.vm_id FROM vm v WHERE v.private_ip = host(${ADDRESS})
        UNION ALL SELECT n.vm_id FROM vpc_node n WHERE n.private_ip = ${ADDRESS}
        UNION ALL SELECT r.attached_vm_id FROM public_address a JOIN reserved_ip r USING (public_ip_id)
                   WHERE a.address = ${ADDRESS}) ${LIMIT}`,
  );

const byAddress = statement(
  "operator_search_address",
  whose([
    resource(
      "reserved_ip",
      `public_ip_id = (SELECT a.public_ip_id FROM public_address a WHERE a.address = ${ADDRESS})`,
    ),
    hit({
      ...{ type: "public_address", id: "host(a.address)", name: "host(a.address) || ' · ' || a.site_id" },
      ...{
        state: "CASE WHEN a.isolated_at IS NULL THEN 'free' ELSE 'isolated' END",
        rows: `public_address a WHERE a.address = ${ADDRESS} AND a.public_ip_id IS NULL`,
      },
    }),
    ...[vmWith("cloud_vm"), vmWith("gpu_vm")],
    attached("nat_gateway", "attached_nat_gateway_id"),
    attached("load_balancer", "attached_load_balancer_id"),
    edge(`e.hostname = host(${ADDRESS})`),
  ]),
);

/** The host under which a distribution is always reachable begins with its id, without the prefix. */
const OWN_HOST = /^([0-9a-hjkmnp-tv-z]{26})\./;

/** One round trip. What is found exactly comes first. */
export const findAnything: Handler<"operatorSearch.find"> = async ({ sql }, { q }) => {
  const address = ipv4Of(q) ?? q;
  if (isIP(address) !== 0 && !address.includes("%")) return (await sql.query(byAddress, { address })).slice(0, MOST);
  if (typeOfIdentifier(q.toLowerCase()) !== undefined || /^edge_/.test(q))
    return sql.query(byId, { id: q.toLowerCase() });
  if (q.startsWith("svc_") && q !== tokenPrefix(q))
    throw invalidField("q", `must not be a whole token; give its beginning, such as ${tokenPrefix(q)}`);
  const text = q.toLowerCase();
  const [, host] = OWN_HOST.exec(text) ?? [];
  const rows = await sql.query(byText, {
    ...{ text, after: text + AFTER_EVERY_TEXT, id: q, token: q, after_token: q + AFTER_EVERY_TEXT },
    number: /^[1-9]\d{0,17}$/.test(q) ? BigInt(q) : 0n,
    distribution_id: `cdn_${host}`,
  });
  const found = [...new Map(rows.map((row) => [`${row.type} ${row.id}`, row])).values()];
  const exact = ({ name }: { readonly name: string }) => (name.toLowerCase() === text ? 0 : 1);
  return found.toSorted((one, other) => exact(one) - exact(other)).slice(0, MOST);
};
