// What sites have and the database does not know, and what operators decide about it (docs/adr/0130). The keys of sites
// are for workers, so a decision is a row that a worker carries out (`packages/core/src/restore/carry-out-decisions.ts`).
import { NO_SITE, OperatorResumePreview, OperatorSiteDecision, OperatorUnknownResource } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import type { InstallationContext } from "../request/installation-context.ts";
import { SITE_OF_UNKNOWN } from "../site/index.ts";
import { BEHIND, endsByResume } from "../work/fence.ts";
import { DATABASE_ID } from "../work/site-gate.ts";

const DECISION = `d.decision_id, d.site_id, d.action, d.kind, d.resource_id, d.name, d.size, d.workspace_id::text, d.plan_id,
          d.vm_name, d.force, d.reason, d.decided_by, d.decided_at, d.state, d.ended_at, d.outcome, d.problem`;

const decisions = (condition: string) => `SELECT ${DECISION} FROM site_decision d
    WHERE d.decision_id < $before AND ${condition} AND ($state::text IS NULL OR d.state = $state)
    ORDER BY d.decision_id DESC LIMIT $limit`;
const listDecisions = {
  all: statement("operator_site_decisions", decisions("true")),
  site: statement("operator_site_decisions_of", decisions("d.site_id = $site_id")),
};

const getDecision = statement(
  "operator_site_decision",
  `SELECT ${DECISION} FROM site_decision d WHERE d.decision_id = $decision_id`,
);

/** SQL: a text of a row `u`'s record, of whichever row has it first. */
const inRecord = (column: string) => `jsonb_path_query_first(u.record, '$.rows.*[*].${column} ? (@ != null)') #>> '{}'`;

// A workspace that is younger than the resource has only its number (`requireWorkspaces`). A VM's record has its plan.
const OWNER = `LEFT JOIN LATERAL (
       SELECT CASE WHEN ${inRecord("workspace_id")} ~ '^[1-9][0-9]{0,17}$' THEN (${inRecord("workspace_id")})::bigint END AS id,
              CASE WHEN pg_input_is_valid(own.made, 'timestamptz') THEN own.made::timestamptz END AS made
         FROM (SELECT u.record #>> ARRAY['rows', CASE u.kind WHEN 'snapshot' THEN 'snapshot_set' ELSE u.kind END,
                                         '0', 'created_at'] AS made) AS own) AS kept ON true
     LEFT JOIN workspace w ON w.workspace_id = kept.id AND w.deleted_at IS NULL
      AND (kept.made IS NULL OR w.created_at <= kept.made)
      AND (coalesce(u.installation_id, '') = '' OR u.installation_id = (SELECT i.installation_id FROM installation i))
     LEFT JOIN organization o ON o.organization_id = w.organization_id`;

const NEEDS = `array_remove(ARRAY[
            CASE WHEN w.workspace_id IS NULL THEN 'workspace' END,
            CASE WHEN u.kind = 'vm' AND NOT EXISTS (SELECT FROM plan p WHERE p.plan_id = u.record #>> '{rows,vm,0,plan_id}')
                 THEN 'plan' END], NULL)`;

const UNKNOWN = `u.provider, u.site_id, u.kind, u.resource_id, u.name, u.size, u.made_at, u.first_seen_at, u.last_seen_at,
          w.workspace_id::text AS workspace_id, w.name AS workspace_name, o.organization_id,
          o.name AS organization_name, u.record IS NOT NULL OR u.kind IN ('vm', 'volume') AS adoptable,
          ${NEEDS} AS needs`;

const LATEST = `LEFT JOIN LATERAL (
       SELECT d.* FROM site_decision d
        WHERE d.provider = u.provider AND d.resource_id = u.resource_id AND d.kind = u.kind
        ORDER BY d.decision_id DESC LIMIT 1) AS d ON true`;

/** SQL: the site of an unknown resource `u`. Distributions are at none, and those of another provider are at edges. */
const PLACE = `CASE WHEN u.provider = '${NO_SITE}' THEN '${NO_SITE}' ELSE ${SITE_OF_UNKNOWN} END`;

/** SQL: the provider of what is at `$site_id`. */
const PROVIDER = `CASE WHEN $site_id = '${NO_SITE}' THEN '${NO_SITE}'
            ELSE (SELECT s.provider FROM site s WHERE s.site_id = $site_id) END`;

const unknownWhere = (condition: string) => `SELECT ${UNKNOWN}, d.decision_id
     FROM (SELECT u.*, ${PLACE} AS site_id FROM unknown_resource u
            WHERE (u.provider, u.kind, u.resource_id) > ($after_provider, $after_kind, $after_id) AND ${condition}) AS u
     ${LATEST}
     ${OWNER}
    WHERE u.site_id IS NOT NULL AND ($site_id::text IS NULL OR u.site_id = $site_id)
      AND ($kind::text IS NULL OR u.kind = $kind)
      AND ($decision::text IS NULL OR coalesce(d.state, 'none') = $decision)
    ORDER BY u.provider, u.kind, u.resource_id LIMIT $limit`;
const listUnknown = {
  all: statement("operator_unknown_list", unknownWhere("true")),
  site: statement("operator_unknown_list_of", unknownWhere(`u.provider = ${PROVIDER}`)),
};

/** The latest decisions, by id. */
export async function decisionsById(
  sql: Sql,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, OperatorSiteDecision>> {
  const decision_ids = ids.filter((id) => id !== null);
  const rows = decision_ids.length === 0 ? [] : await sql.query(decisionsNamed, { decision_ids });
  return new Map(rows.map((row) => [row.decision_id, shownDecision(row)]));
}

const decisionsNamed = statement(
  "operator_site_decisions_named",
  `SELECT ${DECISION} FROM site_decision d WHERE d.decision_id = ANY ($decision_ids::text[])`,
);

// The network of a VM has the VM's id.
const oneUnknown = statement(
  "operator_unknown_one",
  `SELECT ${UNKNOWN}
     FROM (SELECT u.*, ${PLACE} AS site_id FROM unknown_resource u
            WHERE u.provider = ${PROVIDER}
              AND u.resource_id = $resource_id) AS u
     ${OWNER}
    WHERE u.site_id = $site_id ORDER BY u.kind = 'vm_network' LIMIT 1`,
);

const fence = statement(
  "operator_site_fence",
  `SELECT s.site_id, s.name, s.provider, s.setup_state, f.reason, f.detail, f.fenced_at,
          (SELECT count(*)::int FROM operation o
            WHERE o.finished_at IS NULL AND o.held_at IS NOT NULL AND o.input ->> 'provider' = s.provider) AS waiting_operations,
          CASE WHEN f.reason = ANY ($behind::text[])
               THEN (SELECT count(*)::int FROM operation o WHERE ${endsByResume("s.provider", "f.fenced_at")})
               ELSE 0 END AS operations_that_end,
          look.finished_at AS looked_at, look.last_error AS problem,
          ARRAY(SELECT x.name FROM site x WHERE x.provider = s.provider AND x.site_id <> s.site_id
                   AND x.removed_at IS NULL ORDER BY x.position) AS with_sites
     FROM site s LEFT JOIN site_fence f ON f.provider = s.provider
     LEFT JOIN reconciler look ON look.name = 'find-unknown-resources@' || s.provider
    WHERE s.site_id = $site_id AND s.removed_at IS NULL`,
);

const unknownKinds = statement(
  "operator_site_unknown_kinds",
  "SELECT kind, count(*)::int AS count FROM unknown_resource WHERE provider = $provider GROUP BY kind ORDER BY kind",
);

const named = statement(
  "operator_adoption_named",
  `SELECT EXISTS (SELECT FROM workspace w WHERE w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL) AS workspace,
          EXISTS (SELECT FROM plan p WHERE p.plan_id = $plan_id) AS plan`,
);

// The index on what waits lets one of several win.
const decide = statement(
  "operator_site_decide",
  `INSERT INTO site_decision (decision_id, site_id, provider, action, kind, resource_id, name, size, workspace_id, plan_id,
                              vm_name, force, fenced_at, request_sealed, database_id, reason, decided_by)
   VALUES ($decision_id, $site_id, $provider, $action, $kind, $resource_id, $name, $size, $workspace_id::bigint, $plan_id,
           $vm_name, $force, $fenced_at::timestamptz, $request_sealed::bytea, ${DATABASE_ID}, $reason, $decided_by)
       ON CONFLICT DO NOTHING RETURNING decision_id`,
);

const shownDecision = wireForm(OperatorSiteDecision);
const shownUnknown = wireForm(OperatorUnknownResource.omit({ decision: true, kind: true, needs: true }));
const { kind: Kind, needs: Needs } = OperatorUnknownResource.shape;
const shownFence = wireForm(OperatorResumePreview.omit({ unknown: true }));

export const listSiteDecisions: Handler<"operatorSiteDecision.list"> = async (
  { sql },
  { limit, cursor, site_id, state },
) => {
  const page = { before: olderThan(cursor, "dec"), limit: limit + 1, state };
  const rows = await (site_id === undefined
    ? sql.query(listDecisions.all, page)
    : sql.query(listDecisions.site, { ...page, site_id }));
  return toPage(rows, limit, ({ decision_id }) => decision_id, shownDecision);
};

export const getSiteDecision: Handler<"operatorSiteDecision.get"> = ({ sql }, { decision_id }) =>
  readDecision(sql, decision_id);

/** @throws DomainError 404 */
async function readDecision(sql: Sql, decision_id: string): Promise<OperatorSiteDecision> {
  const row = await sql.maybe(getDecision, { decision_id });
  if (row === undefined) throw new DomainError("not_found", "There is no such decision; check its id.");
  return shownDecision(row);
}

const POSITION = /^(\S+) ([a-z_]+) (\S+)$/;

export const listUnknownForOperator: Handler<"operatorUnknownResource.list"> = async (
  { sql },
  { limit, cursor, site_id, kind, decision },
) => {
  const [, after_provider = "", after_kind = "", after_id = ""] =
    POSITION.exec(decodeCursor(cursor, POSITION) ?? "") ?? [];
  const page = { after_provider, after_kind, after_id, limit: limit + 1, site_id, kind, decision };
  const rows = await (site_id === undefined ? sql.query(listUnknown.all, page) : sql.query(listUnknown.site, page));
  const byId = await decisionsById(
    sql,
    rows.map(({ decision_id }) => decision_id),
  );
  return toPage(
    rows,
    limit,
    ({ provider, kind: of, resource_id }) => `${provider} ${of} ${resource_id}`,
    ({ provider: _, decision_id, kind: of, needs, ...row }) => ({
      ...shownUnknown(row),
      kind: Kind.parse(of),
      needs: Needs.parse(needs),
      decision: byId.get(decision_id) ?? null,
    }),
  );
};

export const adoptUnknown: Handler<"operatorUnknownResource.adopt"> = async (context, input) => {
  const { sql } = context;
  const { site_id, resource_id, workspace_id, plan_id, reason } = input;
  const unknown = await readUnknown(sql, site_id, resource_id);
  if (!unknown.adoptable)
    throw conflict(
      "record_missing",
      `${resource_id} has no site record, so it cannot be adopted; discard it, or leave it as it is.`,
    );
  const known = await sql.one(named, { workspace_id: BigInt(workspace_id ?? 0), plan_id: plan_id ?? "" });
  const needs = Needs.parse(unknown.needs);
  if (workspace_id === undefined && needs.includes("workspace"))
    throw invalidField("workspace_id", "must name its workspace, because no record of the site does");
  if (workspace_id !== undefined && known.workspace !== true)
    throw invalidField("workspace_id", "must be the id of a workspace");
  if (plan_id === undefined && needs.includes("plan"))
    throw invalidField("plan_id", "must name the plan that it is charged as, because no record of the site does");
  if (plan_id !== undefined && unknown.kind !== "vm")
    throw invalidField("plan_id", "must not be given: only VMs have one");
  if (plan_id !== undefined && known.plan !== true) throw invalidField("plan_id", "must be the id of a plan");
  return writeDecision(context, {
    ...{ ...unknown, site_id, action: "adopt", plan_id, reason },
    workspace_id: workspace_id === undefined ? undefined : BigInt(workspace_id),
  });
};

export const discardUnknown: Handler<"operatorUnknownResource.discard"> = async (context, input) => {
  const unknown = await readUnknown(context.sql, input.site_id, input.resource_id);
  const name = unknown.name ?? unknown.resource_id;
  if (input.confirm !== name)
    throw invalidField("confirm", `must be "${name}", the name of what is deleted with all its data`);
  return writeDecision(context, {
    ...{ ...unknown, site_id: input.site_id, workspace_id: undefined, action: "discard", reason: input.reason },
  });
};

/** @throws DomainError 404, 409 while the site is fenced */
async function readUnknown(sql: Sql, site_id: string, resource_id: string) {
  const site = site_id === NO_SITE ? undefined : await readSite(sql, site_id);
  const row = await sql.maybe(oneUnknown, { site_id, resource_id });
  if (row === undefined)
    throw new DomainError("not_found", "The site has no such unknown resource; list those it has.");
  if (site !== undefined) refuseFenced(site);
  return row;
}

/** @throws DomainError 409 */
export function refuseFenced({ name, reason }: Pick<RowOf<typeof fence>, "name" | "reason">): void {
  if (reason !== null)
    throw conflict("site_fenced", `The site ${name} is fenced; resume it before you decide about what it has.`);
}

/** @throws DomainError 404 */
export async function readSite(sql: Sql, site_id: string): Promise<RowOf<typeof fence>> {
  const row = await sql.maybe(fence, { site_id, behind: [...BEHIND] });
  if (row === undefined) throw new DomainError("not_found", "There is no such site; check the id.");
  return row;
}

/** @throws DomainError 404, 409 when it is not fenced */
async function readFence(sql: Sql, site_id: string) {
  const { reason, detail, fenced_at, ...site } = await readSite(sql, site_id);
  if (reason === null || detail === null || fenced_at === null)
    throw conflict("site_not_fenced", "The site is not fenced: there is nothing to resume.");
  return { ...site, reason, detail, fenced_at };
}

export const previewSiteResume: Handler<"operatorSite.previewResume"> = async ({ sql }, { site_id }) => {
  const { provider, ...site } = await readFence(sql, site_id);
  const kinds = await sql.query(unknownKinds, { provider });
  return { ...shownFence(site), unknown: kinds.map(({ kind, count }) => ({ kind: Kind.parse(kind), count })) };
};

export const resumeSiteForOperator: Handler<"operatorSite.resume"> = async (context, { site_id, reason }) => {
  const { provider, fenced_at } = await readFence(context.sql, site_id);
  return writeDecision(context, { site_id, provider, action: "resume", fenced_at, reason });
};

interface Decision {
  /** By default a new one. */
  readonly decision_id?: string;
  readonly site_id: string;
  readonly provider: string;
  readonly action: OperatorSiteDecision["action"];
  readonly kind?: string;
  readonly resource_id?: string;
  readonly name?: string | null;
  readonly size?: string | null;
  readonly workspace_id?: bigint | undefined;
  readonly plan_id?: string | undefined;
  readonly vm_name?: string | undefined;
  readonly force?: boolean;
  readonly fenced_at?: Date;
  /** What the worker needs besides, under the decision's id. */
  readonly request_sealed?: Uint8Array;
  readonly reason: string;
}

/** @throws DomainError 409 while another decision about the same waits */
export async function writeDecision(
  { sql, operator }: InstallationContext,
  { decision_id = newId("dec"), force = false, request_sealed, ...decided }: Decision,
): Promise<OperatorSiteDecision> {
  const { kind, resource_id, name, size, workspace_id, plan_id, vm_name, fenced_at } = decided;
  const about = { kind, resource_id, name, size, workspace_id, plan_id, vm_name, force, fenced_at, request_sealed };
  const { site_id, provider, action, reason } = decided;
  const row = { decision_id, site_id, provider, action, ...about, reason, decided_by: operator.userId };
  if ((await sql.maybe(decide, row)) === undefined)
    throw conflict(
      "decision_waits",
      `A decision about ${resource_id ?? "the site"} waits for a worker; wait until it has ended.`,
    );
  return readDecision(sql, decision_id);
}
