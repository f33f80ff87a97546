import { hkdfSync } from "node:crypto";
import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { createAuthMiddleware } from "better-auth/api";
import { makeSignature, parseEnvelope, symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";

/** The secrets in better-auth's form. Each has a version, which is the same wherever the secret stands in the list. */
export function versionsOf(secrets: Secrets): { version: number; value: string }[] {
  return secrets.map((value) => {
    const bytes = Buffer.from(hkdfSync("sha256", value, "", "fulmar version of a secret", 4));
    return { version: bytes.readUInt32BE() >>> 1, value };
  });
}

/**
 * A better-auth plugin that accepts cookies signed under another secret of the installation. better-auth opens what is
 * stored under any of its secrets, but verifies cookies under the first only. A rotation would sign everybody out.
 */
export function cookiesOfOtherSecrets(secrets: Secrets) {
  return {
    id: "cookies-of-other-secrets",
    hooks: {
      before: [
        {
          matcher: ({ headers }: { headers?: Headers | undefined }) => headers?.has("cookie") ?? false,
          handler: createAuthMiddleware(async ({ headers }) => {
            const cookie = await signedUnderFirst(headers?.get("cookie") ?? "", secrets);
            return { context: { headers: new Headers({ cookie }) } };
          }),
        },
      ],
    },
  };
}

/** Signs the cookies again that are signed under another secret. The others stay as they are. */
async function signedUnderFirst(header: string, [secret, ...others]: Secrets): Promise<string> {
  const cookies = header.split(/; */).map(async (cookie) => {
    const [, name, value, signature] = /^([^=]+)=(.*)\.([^.]+)$/.exec(cookie) ?? [];
    if (name === undefined || value === undefined || signature === undefined) return cookie;
    const [text, given] = [decoded(value), decoded(signature)];
    for (const other of others) {
      if ((await makeSignature(text, other)) === given)
        return `${name}=${encodeURIComponent(`${text}.${await makeSignature(text, secret)}`)}`;
    }
    return cookie;
  });
  return (await Promise.all(cookies)).join("; ");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const batch = statement(
  "second_factor_sealed",
  `SELECT id, secret, backup_codes FROM two_factor WHERE id > $after ORDER BY id LIMIT 500`,
);

const replace = statement(
  "second_factor_reseal",
  `UPDATE two_factor SET secret = $new_secret, backup_codes = $new_backup_codes
    WHERE id = $id AND secret = $secret AND backup_codes = $backup_codes RETURNING id`,
);

/**
 * Seals second factors with the first secret, in the form that names its version: those that are sealed with another
 * secret, and those that an earlier version sealed without naming one.
 * @returns how many it sealed again
 */
export async function resealSecondFactors(sql: Sql, secrets: Secrets): Promise<number> {
  let resealed = 0;
  for (let after = ""; ; ) {
    const rows = await sql.query(batch, { after });
    const last = rows.at(-1);
    if (last === undefined) return resealed;
    after = last.id;
    for (const row of rows) {
      const secret = await resealedText(row.secret, secrets);
      const codes = await resealedText(row.backup_codes, secrets);
      if (secret === undefined || codes === undefined || (secret === row.secret && codes === row.backup_codes))
        continue;
      resealed += (await sql.query(replace, { ...row, new_secret: secret, new_backup_codes: codes })).length;
    }
  }
}

/** Undefined if no secret opens it. */
async function resealedText(sealed: string, secrets: Secrets): Promise<string | undefined> {
  const keys = new Map(versionsOf(secrets).map(({ version, value }) => [version, value]));
  const [[currentVersion] = []] = keys;
  if (currentVersion === undefined) throw new Error("there is no secret");
  if (parseEnvelope(sealed)?.version === currentVersion) return sealed;
  for (const legacySecret of secrets) {
    try {
      const data = await symmetricDecrypt({ key: { keys, currentVersion, legacySecret }, data: sealed });
      return await symmetricEncrypt({ key: { keys, currentVersion }, data });
    } catch {
      // Another secret may open it.
    }
  }
  return undefined;
}
