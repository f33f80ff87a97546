import { type Sql, statement } from "@fulmar/prisma";
import type { Client } from "acme-client";

/** A certificate authority, and how the installation is known there. */
export interface AcmeAuthority {
  /** The URL of its directory (RFC 8555 §7.1.1). */
  readonly directoryUrl: string;
  /** Where the authority writes to about the account; undefined for none. */
  readonly email: string | undefined;
  /** The account at the authority that the ACME account belongs to (RFC 8555 §7.3.4); undefined if it needs none. */
  readonly externalAccount: { readonly keyId: string; readonly hmacKey: string } | undefined;
}

/** Seals private keys, so that the database alone does not reveal them. */
export interface KeySealer {
  seal(text: string, boundTo: string): Buffer;
  open(sealed: Uint8Array, boundTo: string): string;
}

const REQUEST_TIMEOUT_MS = 20_000;
/** About a minute for each thing that the authority does meanwhile. */
const PATIENCE = { backoffAttempts: 10, backoffMin: 500, backoffMax: 10_000 };

/** Loads the client at the first certificate: few processes order any, and it is hundreds of modules. */
export async function loadAcme() {
  const { default: acme } = await import("acme-client");
  // The next try is planned by us, so that authorities are not asked again within their limits.
  Object.assign(acme.axios.defaults, { timeout: REQUEST_TIMEOUT_MS, acmeSettings: { retryMaxAttempts: 0 } });
  return acme;
}

const find = statement(
  "acme_account_find",
  "SELECT key_sealed, account_url FROM acme_account WHERE directory_url = $directory_url",
);

// Two processes keep the first key.
const add = statement(
  "acme_account_add",
  `WITH added AS (
     INSERT INTO acme_account (directory_url, key_sealed) VALUES ($directory_url, $key_sealed::bytea)
         ON CONFLICT (directory_url) DO NOTHING
     RETURNING key_sealed, account_url
   )
   SELECT key_sealed, account_url FROM added UNION ALL SELECT key_sealed, account_url FROM acme_account
    WHERE directory_url = $directory_url`,
);

const register = statement(
  "acme_account_register",
  "UPDATE acme_account SET account_url = $account_url WHERE directory_url = $directory_url AND account_url IS NULL",
);

/**
 * A client with the installation's account at an authority, which is created at the first call.
 * @throws Error when the authority does not answer, or refuses the account
 */
export async function acmeClient(
  sql: Sql,
  authority: AcmeAuthority,
  keys: KeySealer,
  signal: AbortSignal,
): Promise<Client> {
  const { directoryUrl, email, externalAccount } = authority;
  await reach(directoryUrl, signal);
  const acme = await loadAcme();
  const account =
    (await sql.query(find, { directory_url: directoryUrl }))[0] ?? (await addAccount(sql, directoryUrl, keys));
  const client = new acme.Client({
    ...{ directoryUrl, accountKey: keys.open(account.key_sealed, directoryUrl), ...PATIENCE },
    ...(account.account_url !== null && { accountUrl: account.account_url }),
    ...(externalAccount && {
      externalAccountBinding: { kid: externalAccount.keyId, hmacKey: externalAccount.hmacKey },
    }),
  });
  if (account.account_url === null) {
    // The operator agrees to the authority's terms by naming its directory (docs/cdn.md).
    await client.createAccount({ termsOfServiceAgreed: true, ...(email && { contact: [`mailto:${email}`] }) });
    await sql.query(register, { directory_url: directoryUrl, account_url: client.getAccountUrl() });
  }
  return client;
}

/** Tells why an authority does not answer. Of that, the client's own errors say nothing. */
async function reach(directoryUrl: string, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(directoryUrl, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new Error(`It could not be reached${code}.`, { cause: error });
  }
}

async function addAccount(sql: Sql, directoryUrl: string, keys: KeySealer) {
  const acme = await loadAcme();
  const key = String(await acme.crypto.createPrivateEcdsaKey("P-256"));
  const account = await sql.maybe(add, { directory_url: directoryUrl, key_sealed: keys.seal(key, directoryUrl) });
  if (account === undefined) throw new Error("Another process is adding the ACME account.");
  return account;
}
