import { statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { auditRead } from "../request/record-effect.ts";
import { FOUND, FOUND_COLUMNS, openValue, type SealedValue } from "./sealed-value.ts";
import { textOf } from "./value-bytes.ts";

// The audit event is committed before the value is here: whoever has a value is in the trail, and it is one round trip.
const read = statement(
  "secret_value",
  `WITH ${FOUND}, audited AS (
     ${auditRead("readable WHERE store_id = $4", 5)}
   )
   SELECT ${FOUND_COLUMNS} WHERE f.store_id = $4`,
);

/** The audit event says that the value was handed to this process, also where it then does not open. */
export const readSecretValue: Handler<"secret.value"> = async (context, { store_id, secret_id, version: asked }) => {
  const values = [context.workspace.id, secret_id, asked ?? null, store_id, ...context.auditRow(secret_id)];
  const [row] = await context.sql.queryAs<SealedValue>(read, values);
  const { key, version, encoding, bytes, expiresAt, createdAt } = await openValue(context.vault, secret_id, row);
  return {
    secret_id,
    key,
    version,
    value: textOf(bytes, encoding),
    encoding,
    expires_at: toTimestamp(expiresAt),
    created_at: toTimestamp(createdAt),
  };
};
