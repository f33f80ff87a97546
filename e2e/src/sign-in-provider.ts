import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** A real OpenID Connect provider at which one user is signed in already. */
export interface SignInProvider {
  /** The settings of installations that trust it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): void;
}

export async function startSignInProvider(consoleUrls: readonly string[], email: string): Promise<SignInProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { client_id: "fulmar", client_secret: "the-secret-of-the-client" };
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: consoleUrls.map((url) => `${url}/api/sso/callback/oidc`) }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, email, email_verified: true, name: "Ada" }) }),
  });
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: "ada", clientId: client.client_id });
    grant.addOIDCScope(String(params.scope));
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { login: { accountId: "ada" }, consent });
  });
  return {
    env: {
      ...{ FULMAR_SSO_ISSUER: issuer, FULMAR_SSO_NAME: "Example", FULMAR_SSO_DOMAINS: "example.com" },
      ...{ FULMAR_SSO_CLIENT_ID: client.client_id, FULMAR_SSO_CLIENT_SECRET: client.client_secret },
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
