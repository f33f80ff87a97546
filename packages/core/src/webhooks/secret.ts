import { randomBytes } from "node:crypto";
import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import type { ShownSecret } from "../request/answers/kept-answers.ts";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { Sealer } from "../request/sealing/sealed-value.ts";

/** Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32;

/** A secret as Standard Webhooks writes it: `whsec_` and base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** Seals and opens the secrets of webhooks, each bound to its webhook's id. */
export function sealerOfWebhooks(secrets: Secrets): Sealer {
  return new Sealer(secrets, "webhooks");
}

interface StoredSecrets {
  readonly webhook_id: string;
  readonly sealed_secret: Buffer;
  readonly old_sealed_secret: Buffer | null;
}

/** The secrets that sign: the present one, and for 24 hours after a rotation the one before. */
export function openSecrets(sealer: Sealer, { webhook_id, sealed_secret, old_sealed_secret }: StoredSecrets): string[] {
  return [sealed_secret, old_sealed_secret].flatMap((sealed) =>
    sealed === null ? [] : [sealer.open(sealed, webhook_id)],
  );
}

const inForce = statement(
  "webhook_secrets",
  `SELECT webhook_id, sealed_secret, CASE WHEN old_secret_until > now() THEN old_sealed_secret END AS old_sealed_secret
     FROM webhook WHERE webhook_id = $webhook_id`,
);

/** Whether the secret of an answer still signs. */
export function isWebhookSecretInForce(secrets: Secrets) {
  return async (sql: Sql, { webhook_id, secret }: ShownSecret): Promise<boolean> => {
    const row = await sql.maybe(inForce, { webhook_id });
    return row !== undefined && openSecrets(sealerOfWebhooks(secrets), row).includes(secret);
  };
}

/** The statements for one of the two columns. */
const sealedIn = <const Column extends "sealed" | "old_sealed">(column: Column) => ({
  batch: statement(
    `webhook_${column}`,
    `SELECT webhook_id AS id, ${column}_secret AS sealed FROM webhook
      WHERE webhook_id > $after AND ${column}_secret IS NOT NULL ORDER BY webhook_id LIMIT 500`,
  ),
  replace: statement(
    `webhook_${column}_replace`,
    `UPDATE webhook w SET ${column}_secret = u.sealed
       FROM unnest($webhook_ids::text[], $former_secrets::bytea[], $sealed_secrets::bytea[]) AS u (id, former, sealed)
      WHERE w.webhook_id = u.id AND w.${column}_secret = u.former RETURNING w.webhook_id`,
  ),
});
const columns = [sealedIn("sealed"), sealedIn("old_sealed")] as const;

/** Seals with the first secret what is sealed with another. @returns how many secrets of webhooks it sealed again */
export async function resealWebhookSecrets(sql: Sql, secrets: Secrets): Promise<number> {
  let resealed = 0;
  for (const { batch, replace } of columns)
    resealed += await resealRows(sealerOfWebhooks(secrets), {
      batch: (after) => sql.query(batch, { after }),
      replace: (webhook_ids, former_secrets, sealed_secrets) =>
        sql.query(replace, { webhook_ids, former_secrets, sealed_secrets }),
    });
  return resealed;
}
