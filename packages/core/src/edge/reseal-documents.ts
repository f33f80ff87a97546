import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { EDGE_DOCUMENTS, Sealer } from "../request/sealing/sealed-value.ts";

// The ids of documents are unique among all kinds.
const batch = statement(
  "edge_document_sealed",
  `SELECT id, body_sealed AS sealed FROM edge_document WHERE id > $after AND body_sealed IS NOT NULL ORDER BY id
    LIMIT 500`,
);

const replace = statement(
  "edge_document_reseal",
  `UPDATE edge_document d SET body_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE d.id = u.id AND d.body_sealed = u.former RETURNING d.id`,
);

/** Seals with the first secret what is sealed with another. @returns how many documents it sealed again */
export function resealEdgeDocuments(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(new Sealer(secrets, EDGE_DOCUMENTS), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
