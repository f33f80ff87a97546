import { type Sent, send } from "./send.ts";

/** Why this browser cannot use passkeys here; null when it can. Only a browser can tell. */
export function passkeyRefusal(): string | null {
  const { hostname, port, protocol } = window.location;
  if (/^[\d.]+$|^\[/.test(hostname)) {
    const loopback = hostname === "127.0.0.1" || hostname === "[::1]";
    const name = loopback ? `${protocol}//localhost${port === "" ? "" : `:${port}`}` : "its host name";
    return `A passkey belongs to a host name, not to an address: open the console as ${name}.`;
  }
  if (!("PublicKeyCredential" in window) || !("parseCreationOptionsFromJSON" in PublicKeyCredential))
    return "This browser cannot use passkeys here.";
  return null;
}

type Outcome = Sent<unknown> | { readonly ok: false; readonly problem: null };

/** The person closed the browser's question: nothing went wrong, and nothing has happened. */
const GIVEN_UP = { ok: false, problem: null } as const;

/** Has the browser make a passkey and the server keep it. */
export async function addPasskey({ name, password }: { name: string; password: string }): Promise<Outcome> {
  const options = await send<PublicKeyCredentialCreationOptionsJSON>("POST", "/api/passkeys", { password });
  if (!options.ok) return options;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options.body);
  const made = await askBrowser(() => navigator.credentials.create({ publicKey }));
  return made === null ? GIVEN_UP : send("PUT", "/api/passkeys", { name, response: made });
}

/** Has the browser sign with a passkey, which begins a session. */
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
    // What the person declined, or what the device holds a passkey for already (WebAuthn, 5.1.3).
    if (error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "InvalidStateError"))
      return null;
    throw error;
  }
}
