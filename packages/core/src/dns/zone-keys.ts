// The keys of signed zones (docs/adr/0197).
import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { dsOf, newSigningKey, type SigningKey } from "@fulmar/providers";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { Sealer } from "../request/sealing/sealed-value.ts";

const LABEL = "keys of DNS zones";

/** A key as the database has it. */
interface StoredKey {
  readonly dnssec_public_key: string;
  readonly dnssec_key_sealed: Buffer;
}

export const NO_KEY = { dnssec_public_key: null, dnssec_key_sealed: null } as const;

export function newZoneKey(secrets: Secrets, zoneId: string): StoredKey {
  const { publicKey, privateKey } = newSigningKey();
  return { dnssec_public_key: publicKey, dnssec_key_sealed: new Sealer(secrets, LABEL).seal(privateKey, zoneId) };
}

/** The key that a zone is signed with. Null if it is not signed. */
export function signingKeyOf(
  secrets: Secrets,
  zone: { readonly zone_id: string; readonly dnssec: boolean } & {
    [Column in keyof StoredKey]: StoredKey[Column] | null;
  },
): SigningKey | null {
  const { zone_id, dnssec, dnssec_public_key: publicKey, dnssec_key_sealed: sealed } = zone;
  if (!dnssec || publicKey === null || sealed === null) return null;
  return { publicKey, privateKey: new Sealer(secrets, LABEL).open(sealed, zone_id) };
}

/** The value of the DS record of a zone. Null while it is not signed. */
export function dsRecordOf(zone: {
  readonly name: string;
  readonly dnssec: boolean;
  readonly dnssec_public_key: string | null;
}): string | null {
  const { name, dnssec, dnssec_public_key } = zone;
  return dnssec && dnssec_public_key !== null ? dsOf(name, dnssec_public_key) : null;
}

const batch = statement(
  "dns_zone_key_sealed",
  `SELECT zone_id AS id, dnssec_key_sealed AS sealed FROM dns_zone
    WHERE zone_id > $after AND dnssec_key_sealed IS NOT NULL ORDER BY zone_id LIMIT 500`,
);

const replace = statement(
  "dns_zone_key_reseal",
  `UPDATE dns_zone z SET dnssec_key_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE z.zone_id = u.id AND z.dnssec_key_sealed = u.former RETURNING z.zone_id`,
);

/** Seals with the first secret what is sealed with another. @returns how many keys it sealed again */
export function resealZoneKeys(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(new Sealer(secrets, LABEL), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
