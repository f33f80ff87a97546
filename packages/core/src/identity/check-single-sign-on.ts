// What a sign-in provider says of itself, and of the client that signs in by it.
import { randomBytes } from "node:crypto";
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

const Refusal = z.object({
  error: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/),
});

/** The end of the redirect URI, which is the same for each issuer. */
export const CALLBACK_PATH = "/api/sso/callback/oidc";

/** Where a provider of OpenID Connect says how it is used. */
export const discoveryUrlOf = (issuer: string) => `${withoutEnd(issuer)}/.well-known/openid-configuration`;

export const withoutEnd = (issuer: string) => issuer.replace(/\/+$/, "");

interface SignInClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface SignInCheck {
  /** Why nobody can sign in by the provider, in a sentence. Null while people can. */
  readonly problem: string | null;
  /** What only a sign-in shows, in sentences. */
  readonly unproven: readonly string[];
}

/**
 * Asks a sign-in provider how it is used, and for a token by a code that nobody got, which shows whether it knows the
 * client. Redirects are not followed, and nothing of the answers is shown but the provider's name and the code of a
 * refusal. Operators configure the issuer, so any address is asked, as at sign-in.
 */
export async function checkSingleSignOn(
  client: SignInClient,
  { consoleUrl, signal }: { readonly consoleUrl: string; readonly signal: AbortSignal },
): Promise<SignInCheck> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const dispatcher = new Agent({ maxHeaderSize: 16_384, maxResponseSize: MOST_BYTES });
  const ask: Ask = async (url, form) => {
    const { statusCode, body } = await request(url, {
      ...{ dispatcher, signal: AbortSignal.any([signal, limit]) },
      ...(form === undefined
        ? { headers: { accept: "application/json" } }
        : {
            method: "POST",
            headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams(form).toString(),
          }),
    });
    return { statusCode, text: await body.text() };
  };
  try {
    const { statusCode, text } = await ask(discoveryUrlOf(client.issuer));
    if (statusCode !== 200)
      return failed(`The provider answered ${statusCode} at ${discoveryUrlOf(client.issuer)}; check the issuer.`);
    const { success, data } = Discovery.safeParse(jsonOf(text));
    if (!success)
      return failed(
        "What the provider answered is no configuration of OpenID Connect; check the issuer, and what stands " +
          "before the provider.",
      );
    const problem = problemOf(client.issuer, data);
    if (problem !== null) return failed(problem);
    return await checkClient(ask, data.token_endpoint, client, `${withoutEnd(consoleUrl)}${CALLBACK_PATH}`);
  } catch (error) {
    signal.throwIfAborted();
    return failed(
      limit.aborted
        ? `The provider did not answer within ${TIMEOUT_MS / 1000} seconds.`
        : `The provider was not reached: ${reasonOf(error)}.`,
    );
  } finally {
    await dispatcher.destroy();
  }
}

/** @param form what is posted, if anything */
type Ask = (url: string, form?: Record<string, string>) => Promise<{ statusCode: number; text: string }>;

const failed = (problem: string): SignInCheck => ({ problem, unproven: [] });

function problemOf(issuer: string, data: z.infer<typeof Discovery>): string | null {
  if (withoutEnd(data.issuer) !== withoutEnd(issuer))
    return `The provider calls itself ${data.issuer.slice(0, 200)}; set the issuer to that.`;
  if (data.code_challenge_methods_supported?.includes("S256") === false)
    return "The provider does not take PKCE with S256; allow it for the client.";
  return null;
}

/**
 * Asks for a token as sign-in does, by a code that is none. A provider that refuses the code and not the client knows
 * its secret, if it refuses the client with another secret.
 */
async function checkClient(
  ask: Ask,
  url: string,
  { clientId, clientSecret }: SignInClient,
  redirectUri: string,
): Promise<SignInCheck> {
  const refusalWith = async (client_secret: string) => {
    const { statusCode, text } = await ask(url, {
      ...{ grant_type: "authorization_code", code: randomBytes(24).toString("base64url"), redirect_uri: redirectUri },
      ...{ code_verifier: randomBytes(32).toString("base64url"), client_id: clientId, client_secret },
    });
    const error = Refusal.safeParse(jsonOf(text)).data?.error;
    return { said: error ?? String(statusCode), isOfClient: statusCode === 401 || error === "invalid_client" };
  };
  const { said, isOfClient } = await refusalWith(clientSecret);
  if (isOfClient) return failed(`The provider refuses the client id or the client secret (${said}).`);
  if (said === "unauthorized_client")
    return failed("The provider does not let the client sign people in by authorization code; allow it there.");
  const back = `Whether it sends people back to ${redirectUri}, and has verified their addresses, shows only a sign-in.`;
  if (said !== "invalid_grant")
    return {
      problem: null,
      unproven: [`It answered ${said} to a code that is none, which does not prove the client secret.`, back],
    };
  const isProven = (await refusalWith(randomBytes(24).toString("base64url"))).isOfClient;
  const any = "It looks at the code before the client secret, so the secret is not proven.";
  return { problem: null, unproven: isProven ? [back] : [any, back] };
}

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
