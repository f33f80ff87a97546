import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { Sealer } from "../request/sealing/sealed-value.ts";

/** Seals what waits for approval, which may hold passwords and values of secrets, each bound to its approval's id. */
export function sealerOfInputs(secrets: Secrets): Sealer {
  return new Sealer(secrets, "inputs of approvals");
}

const batch = statement(
  "approval_sealed",
  `SELECT approval_id AS id, sealed_input AS sealed FROM approval
    WHERE approval_id > $after AND sealed_input IS NOT NULL ORDER BY approval_id LIMIT 500`,
);
const replace = statement(
  "approval_reseal",
  `UPDATE approval a SET sealed_input = u.sealed 
     FROM unnest($approval_ids::text[], $former_inputs::bytea[], $sealed_inputs::bytea[]) AS u (id, former, sealed)
    WHERE a.approval_id = u.id AND a.sealed_input = u.former RETURNING a.approval_id`,
);

/** Seals with the first secret what is sealed with another. @returns how many inputs it sealed again */
export function resealApprovals(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOfInputs(secrets), {
    batch: (after) => sql.query(batch, { after }),
    replace: (approval_ids, former_inputs, sealed_inputs) =>
      sql.query(replace, { approval_ids, former_inputs, sealed_inputs }),
  });
}
