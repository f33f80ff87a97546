import { type Configuration, isGuessable } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import { sealerOfAccessKeys } from "../object-storage/index.ts";
import { CLIENT_SECRET, MAIL_PASSWORD, Sealer, SITE_KEYS } from "../request/sealing/sealed-value.ts";
import { masterKeyStatus } from "../secret-store/index.ts";
import { counted, type Finding, fail, ok, saidBy, warn } from "./finding.ts";

// The last ones are enough: a wrong secret opens none of those before.
const sealed = statement(
  "diagnosis_sealed_values",
  `(SELECT 'access key' AS kind, access_key_id AS id, sealed_secret AS sealed FROM access_key
     ORDER BY access_key_id DESC LIMIT 20)
   UNION ALL
   (SELECT 'site', site_id, client_key_sealed FROM site_connection WHERE client_key_sealed IS NOT NULL ORDER BY site_id
     LIMIT 20)
   UNION ALL
   (SELECT 'mail', host, password_sealed FROM installation_mail WHERE password_sealed IS NOT NULL)
   UNION ALL
   (SELECT 'single sign-on', issuer, client_secret_sealed FROM installation_single_sign_on)`,
);

/** Looks at the master keys and at the secret: whether they open what is sealed. */
export async function keyFindings(
  { sql }: Pick<Database, "sql">,
  configuration: Pick<Configuration, "masterKey" | "masterKeyFile" | "secrets">,
): Promise<Finding[]> {
  return [await masterKeys({ sql }, configuration), await secret({ sql }, configuration)];
}

async function masterKeys(
  { sql }: Pick<Database, "sql">,
  configuration: Pick<Configuration, "masterKey" | "masterKeyFile">,
): Promise<Finding> {
  try {
    const { keys, left, isPrimaryGuessable } = await masterKeyStatus(sql, configuration);
    if (isPrimaryGuessable)
      return fail(
        "master key",
        "The primary master key can be guessed, and with it what secret stores hold: run fulmar admin master-key rotate.",
      );
    const missing = keys.filter(({ known }) => !known);
    if (missing.length > 0)
      return fail(
        "master key",
        `The master key ${missing.map(({ keyId }) => keyId).join(", ")} is missing, and secrets under it ` +
          "cannot be read: put it back into FULMAR_MASTER_KEY_FILE.",
      );
    if (left > 0)
      return warn(
        "master key",
        `${counted(left, "data key")} ${left === 1 ? "is" : "are"} under an old master key: ` +
          "run fulmar admin master-key rotate.",
      );
    return ok("master key", `The primary master key wraps all data keys.`);
  } catch (error) {
    return fail("master key", `${saidBy(error)} Put the file of FULMAR_MASTER_KEY_FILE back.`);
  }
}

async function secret({ sql }: Pick<Database, "sql">, { secrets }: Pick<Configuration, "secrets">): Promise<Finding> {
  const [, other] = secrets;
  if (other !== undefined && isGuessable(other))
    return fail(
      "secret",
      "FULMAR_OTHER_SECRET can be guessed, and what it has signed still counts: run fulmar admin secret reseal, then " +
        "remove it.",
    );
  const sealers = {
    ...{ "access key": sealerOfAccessKeys(secrets), site: new Sealer(secrets, SITE_KEYS) },
    ...{ mail: new Sealer(secrets, MAIL_PASSWORD), "single sign-on": new Sealer(secrets, CLIENT_SECRET) },
  };
  const rows = await sql.query(sealed);
  const closed = rows.filter(({ kind, id, sealed: value }) => !opens(sealers[kind as keyof typeof sealers], value, id));
  if (closed.length > 0)
    return fail(
      "secret",
      `FULMAR_SECRET opens ${rows.length - closed.length} of ${counted(rows.length, "sealed value")}: ` +
        "set it to the installation's, or FULMAR_OTHER_SECRET to the former one.",
    );
  if (secrets.length > 1)
    return warn("secret", "Two secrets are set: run fulmar admin secret reseal, then remove FULMAR_OTHER_SECRET.");
  return ok(
    "secret",
    rows.length === 0 ? "Nothing is sealed with it yet." : `It opens what is sealed (${rows.length} looked at).`,
  );
}

function opens(sealer: Sealer, value: Buffer, id: string): boolean {
  try {
    sealer.open(value, id);
    return true;
  } catch {
    return false; // It was sealed under another secret.
  }
}
