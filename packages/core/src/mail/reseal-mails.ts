import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { boundTo, mailSealer } from "./queue-mail.ts";

const batch = statement(
  "mail_sealed",
  `SELECT mail_id, recipient, letter, secret FROM mail WHERE secret IS NOT NULL AND mail_id > $after ORDER BY mail_id
    LIMIT 500`,
);

const replace = statement(
  "mail_reseal",
  `UPDATE mail m SET secret = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE m.mail_id = u.id AND m.secret = u.former RETURNING m.mail_id`,
);

/**
 * Seals with the first secret the links of unsent mails that are sealed with another. A worker that sends one meanwhile
 * erases it, which stays so. @returns how many links it sealed again
 */
export function resealMails(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(mailSealer(secrets), {
    batch: async (after) =>
      (await sql.query(batch, { after })).map(({ mail_id, recipient, letter, secret }) => ({
        ...{ id: mail_id, boundTo: boundTo(letter, recipient), sealed: secret },
      })),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
