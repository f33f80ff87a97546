import { type Sent, send } from "./send.ts";

/** Why this browser cannot use passkeys here, or null if it can. Only the browser can tell. */
export function passkeyRefusal(): string | null {
  const { hostname, port, protocol } = window.location;
  if (/^[\d.]+$|^\[/.test(hostname)) {
    const loopback = hostname === "127.0.0.1" || hostname === "[::1]";
    const name = loopback ? `${protocol}//localhost${port === "" ? "" : `:${port}`}` : "its host name";
    return `A passkey belongs to a host name, not to an IP address: open the console as ${name}.`;
  }
  if (!("PublicKeyCredential" in window) || !("parseCreationOptionsFromJSON" in PublicKeyCredential))
    return "This browser cannot use passkeys here.";
  return null;
}

type Outcome = Sent<unknown> | { readonly ok: false; readonly problem: null };

/** The user closed the browser's dialog: not an error, and nothing happened. */
const GIVEN_UP = { ok: false, problem: null } as const;

/** Creates a passkey in the browser and stores it on the server. */
export async function addPasskey({ name, password }: { name: string; password: string }): Promise<Outcome> {
  const options = await send<PublicKeyCredentialCreationOptionsJSON>("POST", "/api/passkeys", { password });
  if (!options.ok) return options;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options.body);
  const made = await askBrowser(() => navigator.credentials.create({ publicKey }));
  return made === null ? GIVEN_UP : send("PUT", "/api/passkeys", { name, response: made });
}

export async function signInWithPasskey(): Promise<Outcome> {
  const options = await send<PublicKeyCredentialRequestOptionsJSON>("POST", "/api/passkeys/session");
  if (!options.ok) return options;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.body);
  const signed = await askBrowser(() => navigator.credentials.get({ publicKey }));
  return signed === null ? GIVEN_UP : send("PUT", "/api/passkeys/session", { response: signed });
}

async function askBrowser(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  } catch (error) {
    // The user declined, or the device already has a passkey for this account (WebAuthn, 5.1.3).
    if (error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "InvalidStateError"))
      return null;
    throw error;
  }
}
