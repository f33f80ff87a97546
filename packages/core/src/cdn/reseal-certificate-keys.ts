import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { CERTIFICATE_KEYS, Sealer } from "../request/sealing/sealed-value.ts";

const accounts = statement(
  "acme_account_sealed",
  `SELECT directory_url AS id, key_sealed AS sealed FROM acme_account WHERE directory_url > $after
    ORDER BY directory_url LIMIT 500`,
);

const replaceAccounts = statement(
  "acme_account_reseal",
  `UPDATE acme_account a SET key_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE a.directory_url = u.id AND a.key_sealed = u.former RETURNING a.directory_url`,
);

const certificates = statement(
  "acme_certificate_sealed",
  `SELECT certificate_id AS id, key_sealed AS sealed FROM acme_certificate
    WHERE certificate_id > $after AND key_sealed IS NOT NULL ORDER BY certificate_id LIMIT 500`,
);

const replaceCertificates = statement(
  "acme_certificate_reseal",
  `UPDATE acme_certificate c SET key_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE c.certificate_id = u.id AND c.key_sealed = u.former RETURNING c.certificate_id`,
);

/** Seals with the first secret what is sealed with another. @returns how many keys it sealed again */
export async function resealCertificateKeys(sql: Sql, secrets: Secrets): Promise<number> {
  const sealer = new Sealer(secrets, CERTIFICATE_KEYS);
  const ofAccounts = await resealRows(sealer, {
    batch: (after) => sql.query(accounts, { after }),
    replace: (ids, former, sealed) => sql.query(replaceAccounts, { ids, former, sealed }),
  });
  const ofCertificates = await resealRows(sealer, {
    batch: (after) => sql.query(certificates, { after }),
    replace: (ids, former, sealed) => sql.query(replaceCertificates, { ids, former, sealed }),
  });
  return ofAccounts + ofCertificates;
}
