const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * The relying party of passkeys. A passkey belongs to a host name, never to an IP address (WebAuthn: RP ID), so a
 * console on this machine uses `localhost`, which browsers allow.
 */
export function relyingParty(publicConsoleUrl: string): { rpID: string; origin: string[] } {
  const { hostname, origin, protocol, port } = new URL(publicConsoleUrl);
  if (!LOOPBACK.has(hostname)) return { rpID: hostname, origin: [origin] };
  return { rpID: "localhost", origin: [`${protocol}//localhost${port === "" ? "" : `:${port}`}`] };
}
