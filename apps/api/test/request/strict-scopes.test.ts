// An organization may ask for the read scope of what an operation hands out, where the specification names one scope.
import type { PublicOperationId, Scope } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ConsoleFixture } from "../console-fixture.ts";
import { operations } from "../examples/all.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
let fixture: ConsoleFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await ConsoleFixture.open(api);
});
afterAll(() => api.close());

let numbers = 0;
const newName = () => `strict-${++numbers}`;

/** Works while the organization has strict scopes. */
async function strictly(work: () => Promise<void>): Promise<void> {
  const set = (strict_scopes: boolean) =>
    fixture.make("organization.setStrictScopes", { ...fixture.organization, strict_scopes });
  await set(true);
  try {
    await work();
  } finally {
    await set(false);
  }
}

const tokenWith = (...scopes: Scope[]) => api.createToken(fixture.tenant, { scopes });

async function makeBucket(): Promise<string> {
  const body = { name: newName(), region: "eu-central-1" };
  const made = await fixture.send(fixture.tenant.token, "POST", "/object-storage/buckets", { body });
  expect(made.status, made.text).toBe(201);
  return body.name;
}

interface Asked {
  readonly id: PublicOperationId;
  readonly method: "POST" | "PATCH";
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request with each field that hands out objects, and the field. */
const HANDING_OUT: readonly (readonly [field: string, scope: Scope, ask: () => Promise<Asked>])[] = [
  [
    "origin_id",
    "cdn.write",
    async () => ({
      ...{ id: "cdnDistribution.create", method: "POST", path: "/cdn/distributions" },
      body: { name: newName(), origin_id: await makeBucket() },
    }),
  ],
  [
    "bucket_name",
    "cdn.write",
    async () => ({
      ...{ id: "cdnUrl.generate", method: "POST", path: "/cdn/generate-url" },
      body: { bucket_name: await makeBucket(), object_key: "a" },
    }),
  ],
  [
    "is_public",
    "object-storage.write",
    async () => ({
      ...{ id: "bucket.create", method: "POST", path: "/object-storage/buckets" },
      body: { name: newName(), region: "eu-central-1", is_public: true },
    }),
  ],
  [
    "is_public",
    "object-storage.write",
    async () => ({
      ...{ id: "bucket.update", method: "PATCH", path: `/object-storage/buckets/${await makeBucket()}` },
      body: { is_public: true },
    }),
  ],
];

/** Requests that hand out nothing with the same operation. */
const HANDING_OUT_NOTHING: readonly (readonly [scope: Scope, ask: () => Promise<Omit<Asked, "id">>])[] = [
  [
    "cdn.write",
    async () => ({
      ...{ method: "POST", path: "/cdn/distributions" },
      body: { name: newName(), origin_id: "https://www.example.com", origin_type: "custom" },
    }),
  ],
  [
    "object-storage.write",
    async () => ({
      ...{ method: "POST", path: "/object-storage/buckets" },
      body: { name: newName(), region: "eu-central-1" },
    }),
  ],
  [
    "object-storage.write",
    async () => ({
      ...{ method: "PATCH", path: `/object-storage/buckets/${await makeBucket()}` },
      body: { is_public: false },
    }),
  ],
];

test("each strict reference of the catalog is tried here", () => {
  const strict = operations.flatMap(({ id, references }) =>
    references.filter(({ strict = false }) => strict).map(({ field }) => `${id} ${field}`),
  );
  expect(strict.length).toBe(HANDING_OUT.length);
});

describe.each(HANDING_OUT)("%s with %s alone", (field, scope, ask) => {
  test("is allowed, and refused while scopes are strict, also planned and by tRPC", async () => {
    const [alone, both] = [await tokenWith(scope), await tokenWith(scope, "object-storage.read")];
    const { id, method, path, body } = await ask();
    const status = operations.find((operation) => operation.id === id)?.success;
    await strictly(async () => {
      const detail =
        `The token lacks the scope object-storage.read, which the field ${field} needs, because the organization has ` +
        "strict_scopes.";
      const refused = await fixture.send(alone, method, path, { body });
      expectError(refused, 403, "scope_missing");
      expect(refused.body.detail).toBe(detail);
      const { rows } = await api.database.pool.query(
        "SELECT action, result, actor_type FROM audit_event WHERE request_id = $1",
        [refused.body.request_id],
      );
      expect(rows).toEqual([{ action: id, result: 403, actor_type: "token" }]);
      const planned = await fixture.send(alone, method, path, { body, query: { dry_run: "true" } });
      expect(planned.body).toMatchObject({ code: "scope_missing", detail });
      const credentials = { kind: "bearer", authorization: `Bearer ${alone}` } as const;
      const flat = {
        ...fixture.workspace,
        ...body,
        ...(id === "bucket.update" && { bucket_name: path.split("/")[3] }),
      };
      expect((await fixture.call(id, flat, { credentials })).refusal?.message).toBe(detail);
      expect((await fixture.send(both, method, path, { body })).status).toBe(status);
    });
    const later = await ask();
    expect((await fixture.send(alone, method, later.path, { body: later.body })).status).toBe(status);
  });
});

test("what hands out nothing needs no other scope", async () => {
  await strictly(async () => {
    for (const [scope, ask] of HANDING_OUT_NOTHING) {
      const { method, path, body } = await ask();
      const { status, text } = await fixture.send(await tokenWith(scope), method, path, { body });
      expect(status, text).toBeLessThan(300);
    }
  });
});

test("the scopes of another organization stay as documented", async () => {
  const tenant = await api.createTenant();
  const token = await api.createToken(tenant, { scopes: ["object-storage.write"] });
  const body = { name: newName(), region: "eu-central-1", is_public: true };
  const { workspaceId } = tenant;
  await strictly(async () => {
    expect((await api.request("POST", "/object-storage/buckets", { token, workspaceId, body })).status).toBe(201);
  });
});

test("what waited for a person is not carried out once scopes are strict", async () => {
  const name = await makeBucket();
  const token = await api.createToken(fixture.tenant, { scopes: ["object-storage.write"], guard: "approve_all" });
  const waiting = await fixture.send(token, "PATCH", `/object-storage/buckets/${name}`, { body: { is_public: true } });
  expect(waiting.body.code).toBe("approval_required");
  const { approval_id } = waiting.body;
  await strictly(async () => {
    const { value } = await fixture.call("approval.approve", { ...fixture.workspace, approval_id });
    expect(value).toMatchObject({ status: "failed", outcome: { status: 403, code: "scope_missing" } });
  });
});

test("owners and admins set it, their profile shows it, and the trail says what was set", async () => {
  const { people, organization } = fixture;
  const set = (strict_scopes: boolean, userId: string) =>
    fixture.call(
      "organization.setStrictScopes",
      { ...organization, strict_scopes },
      { credentials: fixture.as(userId) },
    );
  for (const role of ["developer", "billing", "viewer", "secret_reader"] as const)
    expect((await set(true, people[role])).refusal?.code, role).toBe("role_insufficient");
  expect((await set(true, people.admin)).value).toEqual({ ...organization, strict_scopes: true });
  expect(await fixture.make("session.me", {})).toMatchObject({ organizations: [{ strict_scopes: true }] });
  expect((await set(false, people.owner)).value).toEqual({ ...organization, strict_scopes: false });
  const { rows } = await api.database.pool.query(
    `SELECT detail FROM audit_event WHERE organization_id = $1 AND action = 'organization.setStrictScopes'
       ORDER BY at DESC, audit_event_id DESC LIMIT 2`,
    [organization.organization_id],
  );
  expect(rows.map(({ detail }) => detail)).toEqual(["documented scopes", "strict scopes"]);
});
