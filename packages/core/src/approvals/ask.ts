import type { Configuration } from "@fulmar/config";
import { type AwaitedApproval, ChangePlan } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import type { ConstraintErrors } from "../request/answers/refusal-of.ts";
import type { Approvals, CountedAmounts } from "../request/approve/guarded-work.ts";
import type { Guarding } from "../request/approve/guarding.ts";
import { auditEvent, auditValues } from "../request/audit-event.ts";
import { Fingerprint, type FingerprintKeys, fingerprintKeys } from "../request/change/idempotency.ts";
import type { Request } from "../request/change/request.ts";
import { attemptedOn } from "../request/change/resource-of-change.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { mayStillApprove } from "./decidable.ts";
import { sealerOfInputs } from "./sealed-input.ts";
import { storedRequest } from "./shown-request.ts";

/** Its values are those of `placeOf`. */
const OPEN = `token_id = $token_id AND workspace_id = $workspace_id::bigint AND operation = $operation
      AND fingerprint = $fingerprint`;

// The key of the last one is what its sender sends again.
const again = statement(
  "approval_asked_again",
  `UPDATE approval SET idempotency_key = coalesce($idempotency_key, idempotency_key)
    WHERE ${OPEN} AND status IN ('pending', 'approved') AND expires_at > now() RETURNING approval_id, plan`,
);

const expire = statement(
  "approval_expire_one",
  `UPDATE approval SET status = 'expired', sealed_input = NULL
    WHERE ${OPEN} AND status IN ('pending', 'approved') AND expires_at <= now()`,
);

const insert = statement(
  "approval_insert",
  `WITH asked AS (
     INSERT INTO approval (approval_id, token_id, workspace_id, operation, fingerprint, idempotency_key,
                           organization_id, token_name, path, resource_id,
                           sealed_input, plan, planned_at, request_id, expires_at, shown_fields)
     VALUES ($approval_id, $token_id, $workspace_id::bigint, $operation, $fingerprint, $idempotency_key,
             $organization_id, $token_name, $path, $resource_id, $sealed_input, $plan::jsonb, now(), $request_id,
             now() + interval '24 hours', $shown_fields::jsonb)
     ON CONFLICT (token_id, workspace_id, operation, fingerprint) WHERE status IN ('pending', 'approved') DO NOTHING
     RETURNING approval_id, organization_id, workspace_id
   ), audited AS (
     ${auditEvent({
       rows: "asked a",
       organization_id: "a.organization_id",
       workspace_id: "a.workspace_id",
       actor: { type: "'token'", id: "$token_id", name: "$token_name" },
       action: "'approval.request'",
       resource_id: "a.approval_id",
       source_ip: "$source_ip",
       result: "201",
     })}
   )
   SELECT approval_id FROM asked`,
);

const approved = statement(
  "approval_approved",
  `SELECT first_approved_by, roles_of_member(workspace_id, first_approved_by) AS first_approver_roles,
          roles_of_member(workspace_id, decided_by) AS approver_roles
     FROM approval WHERE ${OPEN} AND status = 'approved' AND expires_at > now()`,
);

const take = statement(
  "approval_take",
  `UPDATE approval SET status = 'carried_out', sealed_input = NULL, outcome_status = $outcome_status::int
    WHERE ${OPEN} AND status = 'approved' AND expires_at > now()
      AND roles_of_member(workspace_id, first_approved_by) IS NOT DISTINCT FROM $first_approver_roles::text[]
      AND roles_of_member(workspace_id, decided_by) = $approver_roles::text[]
   RETURNING approval_id`,
);

// Who has approved it last becomes the first of two, if theirs is the approval that still counts.
const lapse = statement(
  "approval_lapse",
  `UPDATE approval SET status = 'pending', decided_by = NULL, decided_by_name = NULL, decided_at = NULL,
          first_approved_by = CASE WHEN $last_counts THEN decided_by ELSE first_approved_by END,
          first_approved_by_name = CASE WHEN $last_counts THEN decided_by_name ELSE first_approved_by_name END,
          first_approved_at = CASE WHEN $last_counts THEN decided_at ELSE first_approved_at END
    WHERE ${OPEN} AND status = 'approved' AND expires_at > now()`,
);

/** The largest number of the database, which nobody reaches in an hour. */
const NO_CEILING = 2 ** 31 - 1;

const count = statement(
  "approval_count_in_hour",
  `SELECT ceiling, used, most, free_at
     FROM count_in_hour($token_id, $deletions::int, $cost::numeric, $resources::int,
                        $max_deletions_per_hour::int, $max_added_cost_per_hour::numeric, $max_resources_per_hour::int)`,
  // The function answers whole rows.
  { present: ["ceiling", "used", "most", "free_at"] },
);

export const approvalConstraintErrors: ConstraintErrors = {
  approval_limit: () =>
    conflict(
      "approvals_waiting",
      "20 requests of this token wait for approval; wait until a person has decided some, or they have expired.",
    ),
};

/** Keeps in the database what waits for a person, and counts there what is done without one. */
export function createApprovals(
  database: Database,
  configuration: Pick<Configuration, "secrets" | "publicConsoleUrl">,
): Approvals {
  const sealer = sealerOfInputs(configuration.secrets);
  const keys = fingerprintKeys(configuration.secrets);
  return {
    async ask(request, key, plan) {
      const { operation, entry, input, envelope } = request;
      const { caller, workspace } = entry;
      const place = placeOf(request, keys);
      const sent = { ...place, idempotency_key: key };
      const id = newId("apr");
      const asked = await database.transaction(
        async ({ sql }) => {
          const waiting = await sql.maybe(again, sent);
          if (waiting !== undefined) return { id: waiting.approval_id, plan: ChangePlan.parse(waiting.plan) };
          await sql.query(expire, place);
          const inserted = await sql.maybe(insert, {
            ...sent,
            approval_id: id,
            organization_id: workspace.organizationId,
            token_name: caller.name,
            path: pathOf(request),
            resource_id: attemptedOn(operation, input),
            sealed_input: sealer.seal(JSON.stringify(input), id),
            plan: JSON.stringify(plan),
            ...auditValues(envelope),
            shown_fields: JSON.stringify(storedRequest(operation, input)),
          });
          if (inserted !== undefined) return { id, plan };
          // Another request has just asked for the same.
          const other = await sql.maybe(again, sent);
          if (other === undefined) throw decidedMeanwhile();
          return { id: other.approval_id, plan: ChangePlan.parse(other.plan) };
        },
        { workspaceId: workspace.id },
      );
      const url = new URL(`/workspaces/${workspace.id}/approvals/${asked.id}`, configuration.publicConsoleUrl);
      return { approval_id: asked.id, approval_url: url.href, plan: asked.plan } satisfies AwaitedApproval;
    },
    async take(request) {
      const { operation, input, entry } = request;
      const place = placeOf(request, keys);
      return database.transaction(
        async ({ sql }) => {
          const row = await sql.maybe(approved, place);
          if (row === undefined) return false;
          const { first_approved_by, first_approver_roles, approver_roles } = row;
          const lastCounts = approver_roles !== null && mayStillApprove(operation, approver_roles, input);
          const firstCounts = first_approved_by === null || mayStillApprove(operation, first_approver_roles, input);
          if (lastCounts && firstCounts) {
            const roles = { first_approver_roles, approver_roles };
            const taken = await sql.maybe(take, { ...place, outcome_status: operation.success, ...roles });
            return taken !== undefined;
          }
          await sql.query(lapse, { ...place, last_counts: lastCounts });
          return false;
        },
        { workspaceId: entry.workspace.id },
      );
    },
    count: countInHour,
  };
}

/** The caller, the place and the contents of a request: the same for the same request. */
function placeOf({ operation, entry, input }: Request, keys: FingerprintKeys) {
  const { caller, workspace } = entry;
  return {
    token_id: caller.id,
    workspace_id: workspace.id,
    operation: operation.id,
    fingerprint: new Fingerprint(input, keys).bytes,
  };
}

/** The path of a request below /v1. */
function pathOf({ operation, input }: Request): string {
  return operation.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
}

async function countInHour(
  sql: Sql,
  guarding: Guarding,
  { deletions, cost, resources }: CountedAmounts,
): Promise<void> {
  const reached = await sql.maybe(count, {
    ...{ token_id: guarding.countedWith, deletions, cost, resources },
    max_deletions_per_hour: guarding.max_deletions_per_hour ?? NO_CEILING,
    max_added_cost_per_hour: guarding.max_added_cost_per_hour ?? "Infinity",
    max_resources_per_hour: guarding.max_resources_per_hour ?? NO_CEILING,
  });
  if (reached === undefined) return;
  const { ceiling, used, most, free_at } = reached;
  const needed = {
    max_deletions_per_hour: deletions,
    max_added_cost_per_hour: cost,
    max_resources_per_hour: resources,
  };
  throw new DomainError(
    "forbidden",
    `The token's ${ceiling} is ${most}, of which ${used} is used, and this request needs ` +
      `${needed[ceiling as keyof typeof needed]}; it is free again at ${free_at.toISOString()}.`,
    { code: "ceiling_reached", retryAfterSeconds: Math.max(1, Math.ceil((free_at.getTime() - Date.now()) / 1_000)) },
  );
}

function decidedMeanwhile(): DomainError {
  return new DomainError("unavailable", "The same request was just decided; send it again.", { retryAfterSeconds: 1 });
}
