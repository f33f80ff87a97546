import { S3Visitors } from "@fulmar/core/object-store";
import { resealStoredValues } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type RequestOptions, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

const FORMER = "the former secret of an installation";
const NEXT = "the next secret of an installation!!";
/** The steps of a rotation: in each, some processes may still be in the step before. */
const STEPS = {
  before: [FORMER],
  prepared: [FORMER, NEXT],
  swapped: [NEXT, FORMER],
  after: [NEXT],
} as const;
type Step = keyof typeof STEPS;

const apis = new Map<Step, Api>();
function at(step: Step): Api {
  const api = apis.get(step);
  if (api === undefined) throw new Error("The processes exist only while tests run.");
  return api;
}

beforeAll(async () => {
  const environment = ([secret, other]: readonly string[]): Record<string, string> => ({
    FULMAR_SECRET: secret ?? "",
    FULMAR_OTHER_SECRET: other ?? "",
  });
  const before = await startApi(environment(STEPS.before));
  apis.set("before", before);
  for (const step of ["prepared", "swapped", "after"] as const)
    apis.set(step, await startApi({ DATABASE_URL: before.databaseUrl, ...environment(STEPS[step]) }));
});
afterAll(() => Promise.all([...apis.values()].map((api) => api.close())));

/** A request of the same caller, through a process in this step. */
function send(step: Step, method: "GET" | "POST", path: string, options: RequestOptions = {}) {
  const { token, workspaceId } = at("before").tenant;
  return at(step).request(method, path, { token, workspaceId, ...options });
}

async function keyMadeAt(step: Step) {
  const request = { key: `key-${step}`, body: { name: `key-${step}`, permission: "read" } };
  const { status, body } = await send(step, "POST", "/object-storage/access-keys", request);
  expect(status).toBe(201);
  return { request, id: body.access_key_id, secret: body.secret_access_key };
}

/** The secret of an access key as the object store reads it. Undefined if it does not open. */
async function secretAt(step: Step, accessKeyId: string): Promise<string | undefined> {
  const visitors = new S3Visitors(at("before").database.sql, STEPS[step]);
  const visitor = await visitors.find(accessKeyId, undefined).catch(() => undefined);
  return visitor?.secrets[0];
}

test("each step of a rotation opens what its neighbours sealed, and reseal makes the former secret needless", async () => {
  const former = await keyMadeAt("prepared");
  const next = await keyMadeAt("swapped");
  for (const step of ["prepared", "swapped"] as const) {
    expect(await secretAt(step, former.id)).toBe(former.secret);
    expect(await secretAt(step, next.id)).toBe(next.secret);
    for (const { request, secret } of [former, next]) {
      const replay = await send(step, "POST", "/object-storage/access-keys", request);
      expect(replay.headers["idempotency-replayed"]).toBe("true");
      expect(replay.body.secret_access_key).toBe(secret);
    }
  }
  expect(await secretAt("after", former.id)).toBeUndefined();
  const reseal = () => resealStoredValues(at("before").database, { secrets: STEPS.swapped });
  expect(await reseal()).toMatchObject({ accessKeys: 1 });
  expect(await reseal()).toEqual({
    approvals: 0,
    accessKeys: 0,
    backupDestinations: 0,
    bucketKeys: 0,
    certificateKeys: 0,
    edgeDocuments: 0,
    installationSecrets: 0,
    mails: 0,
    secondFactors: 0,
    siteKeys: 0,
    storageKeys: 0,
    imageUrls: 0,
    startupScripts: 0,
    userData: 0,
    webhookSecrets: 0,
    zoneKeys: 0,
  });
  expect(await secretAt("after", former.id)).toBe(former.secret);
  expect(await secretAt("before", former.id)).toBeUndefined();
  // An answer that was sealed with a secret that is gone is not shown again. It is no server error.
  expectError(
    await send("after", "POST", "/object-storage/access-keys", former.request),
    409,
    "idempotency_key_reused",
  );
});

test("user data is sealed; what an earlier version wrote in clear is sealed at the upgrade", async () => {
  const userData = "#!/bin/sh\necho a-hidden-password";
  const body = { name: "sealed", plan_id: "plan-nano", template_id: "debian-13", user_data: userData };
  const { status, body: accepted } = await send("prepared", "POST", "/compute/cloud-vms", { body });
  expect(status).toBe(202);
  const { prisma, pool } = at("before").database;
  const stored = async () => JSON.stringify((await pool.query("SELECT * FROM vm")).rows);
  expect(await stored()).not.toContain("a-hidden-password");
  await prisma.vm.update({
    where: { vm_id: accepted.vm_id },
    data: { user_data: userData, sealed_user_data: null },
  });
  expect(await stored()).toContain("a-hidden-password");
  expect(await resealStoredValues(at("before").database, { secrets: STEPS.prepared })).toMatchObject({ userData: 1 });
  expect(await stored()).not.toContain("a-hidden-password");
  expect(await resealStoredValues(at("before").database, { secrets: STEPS.swapped })).toMatchObject({ userData: 1 });
});

test("a key that verifies identity documents is published one step before it signs, and one step longer", async () => {
  const published = async (step: Step): Promise<string[]> => {
    const { status, headers, text } = await at(step).inject({ method: "GET", url: "/.well-known/jwks.json" });
    expect(status).toBe(200);
    expect(headers["content-type"]).toContain("application/jwk-set+json");
    // The private part of a key is its member `d`.
    expect(text).not.toContain('"d"');
    return JSON.parse(text).keys.map(({ kid }: { readonly kid: string }) => kid);
  };
  const [former] = await published("before");
  const [next] = await published("after");
  expect(former).not.toBe(next);
  expect(await published("before")).toEqual([former]);
  // The first key signs.
  expect(await published("prepared")).toEqual([former, next]);
  expect(await published("swapped")).toEqual([next, former]);
  expect(await published("after")).toEqual([next]);
});
