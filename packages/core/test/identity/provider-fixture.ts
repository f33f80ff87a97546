// A real OpenID Connect provider, for the tests of single sign-on.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { afterAll, beforeAll } from "vitest";

const CLIENT = { id: "fulmar", secret: "the-secret-of-the-client" };

/** A user of the provider: what it says of them. */
interface Account {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/** @param redirectUri where the provider sends browsers back to */
export function providerFixture(redirectUri: string) {
  let server: Server;
  let issuer = "";
  let account: Account = { sub: "nobody", email: "", email_verified: false };
  const open = async () => {
    server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      cookies: { keys: ["a key of the test"] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      ttl: { AuthorizationCode: 60, AccessToken: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...account, sub, name: "Grace Hopper" }) }),
    });
    const answer = provider.callback();
    server.on("request", async (request, response) => {
      if (!request.url?.startsWith("/interaction/")) return answer(request, response);
      // The user of the provider signs in and agrees at once.
      const { params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: account.sub, clientId: String(params.client_id) });
      grant.addOIDCScope(String(params.scope));
      const consent = { grantId: await grant.save() };
      return provider.interactionFinished(request, response, { login: { accountId: account.sub }, consent });
    });
  };
  beforeAll(open);
  afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return {
    client: CLIENT,
    get issuer() {
      return issuer;
    },
    /** Sets who signs in at the provider from now on. */
    become(next: Account) {
      account = next;
    },
    /**
     * Walks through the provider's pages as a browser does.
     * @param url the provider's page that the sign-in begins with
     * @returns the query that the provider sends the browser back with
     */
    async walk(url: string): Promise<URLSearchParams> {
      const jar = new Map<string, string>();
      for (let next = url; ; ) {
        if (next.startsWith(redirectUri)) return new URL(next).searchParams;
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const answer = await fetch(next, { redirect: "manual", headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        const location = answer.headers.get("location");
        if (location === null) throw new Error(`${next} answered ${answer.status}: ${await answer.text()}`);
        next = new URL(location, next).href;
      }
    },
  };
}
