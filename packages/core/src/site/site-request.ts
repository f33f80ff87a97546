import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { Sealer } from "../request/sealing/sealed-value.ts";

/** What workers need for a decision about a site, by its action. Nobody else may read it, so it is sealed. */
const REQUESTS = {
  renew: z.strictObject({ client_cert: z.string(), client_key: z.string(), server_cert: z.string().optional() }),
} as const;
type Requests = { readonly [Action in keyof typeof REQUESTS]: z.infer<(typeof REQUESTS)[Action]> };

const sealerOf = (secrets: Secrets) => new Sealer(secrets, "requests about sites");

/** Seals what a decision asks for. It is bound to the decision. */
export function sealSiteRequest<Action extends keyof Requests>(
  secrets: Secrets,
  decisionId: string,
  _action: Action,
  request: Requests[Action],
): Uint8Array {
  return sealerOf(secrets).seal(JSON.stringify(request), decisionId);
}

/** @throws Error when it was sealed for something else, or is none of the action */
export function openSiteRequest<Action extends keyof Requests>(
  secrets: Secrets,
  { decision_id, request_sealed }: { readonly decision_id: string; readonly request_sealed: Uint8Array | null },
  action: Action,
): Requests[Action] {
  if (request_sealed === null) throw new Error(`the decision ${decision_id} has no request`);
  return REQUESTS[action].parse(JSON.parse(sealerOf(secrets).open(request_sealed, decision_id)));
}

const batch = statement(
  "site_request_sealed",
  `SELECT decision_id AS id, request_sealed AS sealed FROM site_decision
    WHERE decision_id > $after AND request_sealed IS NOT NULL ORDER BY decision_id LIMIT 500`,
);

const replace = statement(
  "site_request_reseal",
  `UPDATE site_decision d SET request_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE d.decision_id = u.id AND d.request_sealed = u.former RETURNING d.decision_id`,
);

/** Seals with the first secret what is sealed with another. @returns how many requests it sealed again */
export function resealSiteRequests(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOf(secrets), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
