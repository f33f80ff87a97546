// What the check of a sign-in provider says, of a real provider and of servers that answer something else.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkSingleSignOn } from "../../src/identity/index.ts";
import { providerFixture } from "./provider-fixture.ts";

const provider = providerFixture("https://console.example.com/api/sso/callback/oidc");
const { signal } = new AbortController();
const BACK =
  "Whether it sends people back to https://console.example.com/api/sso/callback/oidc, and has verified their " +
  "addresses, shows only a sign-in.";

const checked = (issuer: string, { id: clientId, secret: clientSecret } = provider.client) =>
  checkSingleSignOn({ issuer, clientId, clientSecret }, { consoleUrl: "https://console.example.com/", signal });
const check = async (issuer: string) => (await checked(issuer)).problem;

async function serve(answer: (issuer: string) => RequestListener): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("request", answer(issuer));
  return issuer;
}

const says = (document: (issuer: string) => unknown) =>
  serve((issuer) => (_, response) => void response.end(JSON.stringify(document(issuer))));

const documentOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
});

test("a provider of OpenID Connect has no problem, with and without a slash at its end", async () => {
  expect(await check(provider.issuer)).toBeNull();
  expect(await check(`${provider.issuer}/`)).toBeNull();
  expect(await check(await says(documentOf))).toBeNull();
});

test("a real provider proves the client secret, and refuses a wrong one", async () => {
  const { client, issuer } = provider;
  expect(await checked(issuer)).toEqual({ problem: null, unproven: [BACK] });
  for (const wrong of [
    { ...client, secret: "not this" },
    { ...client, id: "not this" },
  ])
    expect(await checked(issuer, wrong)).toEqual({
      ...{ problem: "The provider refuses the client id or the client secret (invalid_client).", unproven: [] },
    });
});

/** A provider with an answer of its own to requests for tokens. */
const answers = (status: number, body: unknown, asked: string[] = []) =>
  serve((issuer) => (request, response) => {
    if (request.url !== "/token") return void response.end(JSON.stringify(documentOf(issuer)));
    request.on("data", (piece) => void asked.push(String(piece)));
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });

test("a provider that refuses every code alike does not prove the secret", async () => {
  const asked: string[] = [];
  const issuer = await answers(400, { error: "invalid_grant" }, asked);
  const any = "It looks at the code before the client secret, so the secret is not proven.";
  expect(await checked(issuer)).toEqual({ problem: null, unproven: [any, BACK] });
  const [first, second] = asked.map((form) => new URLSearchParams(form));
  expect(first?.get("client_secret")).toBe(provider.client.secret);
  expect(second?.get("client_secret")).not.toBe(provider.client.secret);
  for (const form of [first, second])
    expect(form?.get("redirect_uri")).toBe("https://console.example.com/api/sso/callback/oidc");
});

test("an answer that says nothing of the secret is named by its code alone", async () => {
  for (const [status, body, said] of [
    [500, "<html>", "500"],
    [200, {}, "200"],
    [302, "", "302"],
    [400, { error: "invalid_request" }, "invalid_request"],
    [400, { error: "<b>" }, "400"],
  ] as const)
    expect(await checked(await answers(status, body)), said).toEqual({
      ...{ problem: null },
      unproven: [`It answered ${said} to a code that is none, which does not prove the client secret.`, BACK],
    });
  // Keycloak says it so.
  expect(await check(await answers(401, { error: "unauthorized_client" }))).toMatch(/refuses the client id or/);
  expect(await check(await answers(400, { error: "unauthorized_client" }))).toMatch(
    /authorization code; allow it there/,
  );
});

test("a redirect is not followed", async () => {
  const asked: string[] = [];
  const target = await serve(() => (request, response) => {
    asked.push(String(request.url));
    response.end();
  });
  const issuer = await serve(() => (_, response) => void response.writeHead(302, { location: target }).end());
  expect(await check(issuer)).toBe(
    `The provider answered 302 at ${issuer}/.well-known/openid-configuration; check the issuer.`,
  );
  expect(asked).toEqual([]);
});

test("a server that is no provider, or another one, is named", async () => {
  const none = /no configuration of OpenID Connect/;
  for (const text of ["", "<html>Sign in</html>", "null", "[]", "{}"])
    expect(await check(await serve(() => (_, response) => void response.end(text))), text).toMatch(none);
  const script = (issuer: string) => ({ ...documentOf(issuer), authorization_endpoint: "javascript:alert(1)" });
  expect(await check(await says(script))).toMatch(none);
  const other = await says((issuer) => ({ ...documentOf(issuer), issuer: "https://id.example.com/realms/a" }));
  expect(await check(other)).toBe("The provider calls itself https://id.example.com/realms/a; set the issuer to that.");
  const plain = await says((issuer) => ({ ...documentOf(issuer), code_challenge_methods_supported: ["plain"] }));
  expect(await check(plain)).toMatch(/PKCE/);
  const large = await serve(() => (_, response) => void response.end("x".repeat(300_000)));
  expect(await check(large)).toMatch(/^The provider was not reached: /);
  const broken = await serve(() => (request) => void request.socket.destroy());
  expect(await check(broken)).toMatch(/^The provider was not reached: /);
});
