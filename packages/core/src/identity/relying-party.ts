const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Whom passkeys are made for. A passkey belongs to a host name, never to an address (WebAuthn: RP ID), so a console on
 * this machine takes them under the name that browsers allow for it.
 */
export function relyingParty(publicConsoleUrl: string): { rpID: string; origin: string[] } {
  const { hostname, origin, protocol, port } = new URL(publicConsoleUrl);
  if (!LOOPBACK.has(hostname)) return { rpID: hostname, origin: [origin] };
  return { rpID: "localhost", origin: [`${protocol}//localhost${port === "" ? "" : `:${port}`}`] };
}
