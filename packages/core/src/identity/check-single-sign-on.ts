import { Agent, request } from "undici";
import { z } from "zod";

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 262_144;

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  code_challenge_methods_supported: z.array(z.string()).optional(),
});

/** Where a provider of OpenID Connect says how it is used. */
export const discoveryUrlOf = (issuer: string) => `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`;

/**
 * Asks a sign-in provider how it is used. Redirects are not followed, and nothing of the answer is shown but the name
 * that the provider gives itself. Operators configure the issuer, so any address is asked, as at sign-in.
 * @returns why nobody can sign in by it, in a sentence, or null
 */
export async function checkSingleSignOn(
  issuer: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<string | null> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const agent = new Agent({ maxHeaderSize: 16_384, maxResponseSize: MOST_BYTES });
  try {
    const headers = { accept: "application/json" };
    const { statusCode, body } = await request(discoveryUrlOf(issuer), {
      ...{ headers, dispatcher: agent, signal: AbortSignal.any([signal, limit]) },
    });
    return statusCode === 200
      ? problemOf(issuer, await body.text())
      : `The provider answered ${statusCode} at ${discoveryUrlOf(issuer)}; check the issuer.`;
  } catch (error) {
    signal.throwIfAborted();
    return limit.aborted
      ? `The provider did not answer within ${TIMEOUT_MS / 1000} seconds.`
      : `The provider was not reached: ${reasonOf(error)}.`;
  } finally {
    await agent.destroy();
  }
}

function problemOf(issuer: string, text: string): string | null {
  const { success, data } = Discovery.safeParse(jsonOf(text));
  if (!success)
    return "What the provider answered is no configuration of OpenID Connect; check the issuer, and what stands before the provider.";
  if (withoutEnd(data.issuer) !== withoutEnd(issuer))
    return `The provider calls itself ${data.issuer.slice(0, 200)}; set the issuer to that.`;
  if (data.code_challenge_methods_supported?.includes("S256") === false)
    return "The provider does not take PKCE with S256; allow it for the client.";
  return null;
}

const withoutEnd = (issuer: string) => issuer.replace(/\/+$/, "");

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = error instanceof Error ? { code: undefined, ...error, message: error.message } : Object();
  return String(message || code || error).slice(0, 300);
}
