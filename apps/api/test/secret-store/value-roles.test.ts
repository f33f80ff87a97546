import { ROLES } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ConsoleFixture } from "../console-fixture.ts";

let api: Api;
let fixture: ConsoleFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await ConsoleFixture.open(api);
});
afterAll(() => api.close());

const PLAIN = "open sesame";

test("owners, admins, developers and secret readers read the value of a secret; viewers and billing do not", async () => {
  const { value: store } = await fixture.call("secretStore.create", { ...fixture.workspace, name: "keys" });
  const path = { ...fixture.workspace, store_id: store?.id };
  const { value: secret } = await fixture.call("secret.create", { ...path, key: "password", value: PLAIN });
  const outcomes = await Promise.all(
    ROLES.map(async (role) => {
      const input = { ...path, secret_id: secret?.id };
      const { value, refusal } = await fixture.call("secret.value", input, {
        credentials: fixture.as(fixture.people[role]),
      });
      return [role, refusal?.code ?? value?.value];
    }),
  );
  expect(Object.fromEntries(outcomes)).toEqual({
    owner: PLAIN,
    admin: PLAIN,
    developer: PLAIN,
    billing: "role_insufficient",
    viewer: "role_insufficient",
    secret_reader: PLAIN,
  });
});

test("a token reads the value of a secret with secret-store.read alone", async () => {
  const store = await api.request("POST", "/secret-store/stores", { body: { name: "tokens" } });
  const secrets = `/secret-store/stores/${store.body.id}/secrets`;
  const secret = await api.request("POST", secrets, { body: { key: "password", value: PLAIN } });
  const token = await api.createToken(api.tenant, { scopes: ["secret-store.read"] });
  const { status, body } = await api.request("GET", `${secrets}/${secret.body.id}/value`, { token });
  expect([status, body.value]).toEqual([200, PLAIN]);
});
