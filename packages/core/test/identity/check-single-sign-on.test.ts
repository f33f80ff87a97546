// What the check of a sign-in provider says, of a real provider and of servers that answer something else.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkSingleSignOn } from "../../src/identity/index.ts";
import { providerFixture } from "./provider-fixture.ts";

const provider = providerFixture("https://console.example.com/api/sso/callback/oidc");
const { signal } = new AbortController();
const check = (issuer: string) => checkSingleSignOn(issuer, { signal });

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
