// Whatever a caller does, no credential that comes of it can do what the caller could not, at the same time and place,
// and none outlives the rights of its maker.
import { randomUUID } from "node:crypto";
import {
  ALL_SCOPES,
  MANAGER_ROLES,
  ROLES,
  type Role,
  type Scope,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from "@fulmar/contract";
import type { Credentials } from "@fulmar/core";
import { selfSignedCertificate } from "@fulmar/testkit";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { beyond, type Credential, credentialFixture, ELSEWHERE, HERE } from "./credential-fixture.ts";
import { storeOfFile } from "./store-fixture.ts";

const { fixture } = await storeOfFile({
  environment: {
    FULMAR_TRUSTED_PROXIES: "127.0.0.1",
    FULMAR_FAILURE_LIMIT: "100000",
    FULMAR_FAILURE_BURST: "100000",
    FULMAR_RATE_LIMIT: "100000",
    FULMAR_RATE_BURST: "100000",
    FULMAR_OBJECT_RATE_LIMIT: "100000",
    FULMAR_OBJECT_RATE_BURST: "100000",
  },
});

const RUNS = 40;
/** On a busy machine, no run begins after this time. */
const ENOUGH_MS = 25_000;

type Made = Readonly<Record<string, string | undefined>> | undefined;

/** The caller's choices in a step, which uses some of them. */
interface Choice {
  readonly scopes: readonly Scope[];
  readonly permission: "read" | "write" | "read_write";
  readonly bypass: boolean;
  readonly role: Role;
}

let world: Awaited<ReturnType<typeof credentialFixture>>;
let owner: Awaited<ReturnType<typeof world.user>>;
let certificate: { readonly store_id: string; readonly secret_id: string };
beforeAll(async () => {
  world = await credentialFixture(fixture);
  owner = await world.user("owner");
  const { certificatePem, privateKeyPem } = selfSignedCertificate("www.example.com");
  const { id: store_id = "" } = await world.run(owner.credentials, "secretStore.create", { name: "certificates" });
  const value = certificatePem + privateKeyPem;
  const { id: secret_id = "" } = await world.run(owner.credentials, "secret.create", { store_id, key: "www", value });
  certificate = { store_id, secret_id };
});

const newName = () => randomUUID().slice(0, 30);

/** The ways to credentials. Each carries out operations as a caller and returns what came of them. */
const STEPS: Readonly<Record<string, (by: Credentials, choice: Choice) => Promise<Credential[]>>> = {
  token: async (by, { scopes }) => callerOf("token", await world.token(by, scopes)),
  "value of somebody's token": async (by, { scopes }) => {
    const theirs = await world.token(owner.credentials, scopes);
    if (theirs === undefined) throw new Error("an owner was refused a token");
    const { token_id, prefix: replaces } = await world.run(theirs, "token.get", {});
    const rotated = await world.attempt(by, "apiToken.rotate", { token_id, replaces, overlap: "now" });
    return callerOf("rotated token", rotated && { kind: "bearer", authorization: `Bearer ${rotated.token}` });
  },
  "access key": async (by, { permission, bypass }) => {
    const bypass_governance = bypass && permission === "read_write";
    const body = { name: newName(), permission, bypass_governance };
    return keyOf(await world.attempt(by, "accessKey.create", body), body);
  },
  "somebody's answer": async (by, { permission }) => {
    const [body, key] = [{ name: newName(), permission }, randomUUID()] as const;
    await world.run(owner.credentials, "accessKey.create", body, key);
    const answer = await world.attempt(by, "accessKey.create", body, key);
    expect(answer, "the answer to another caller's request, which shows a secret").toBeUndefined();
    return [];
  },
  "URL of a download": async (by) => {
    const { kept } = await world.objects();
    return urlOf(await world.attempt(by, "object.createDownloadUrl", object(kept)), "GET");
  },
  "URL of an upload": async (by) =>
    urlOf(await world.attempt(by, "object.createUploadUrl", object(randomUUID())), "PUT"),
  "URL of a part": async (by) => {
    const upload = await world.attempt(by, "multipartUpload.create", object(randomUUID()));
    if (upload === undefined) return [];
    const { bucket_name } = object("");
    const body = { bucket_name, upload_id: upload.upload_id, part_numbers: [1] };
    const parts: unknown = (await world.attempt(by, "multipartUpload.createPartUrls", body))?.urls;
    return Array.isArray(parts) ? urlOf(parts[0], "PUT") : [];
  },
  "URL of the CDN": async (by) =>
    grantOf(await world.attempt(by, "cdnUrl.generate", object("a")), "URL of the CDN", "S3 read by the CDN"),
  distribution: async (by) => {
    const body = { name: newName(), origin_id: world.bucket };
    return grantOf(await world.attempt(by, "cdnDistribution.create", body), "distribution", "S3 read by the CDN");
  },
  "public bucket": async (by) =>
    visitorOf(await world.attempt(by, "bucket.update", { bucket_name: world.shown, is_public: true })),
  "public policy": async (by) => {
    const Resource = `arn:aws:s3:::${world.shown}/*`;
    const policy = {
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource }],
    };
    return visitorOf(await world.attempt(by, "bucketPolicy.put", { bucket_name: world.shown, policy }));
  },
  "use of a secret": async (by) => {
    const rules = [{ redirect: { https: true } }];
    const configuration = { listeners: [{ name: "https", protocol: "https", port: 443, certificate, rules }] };
    const body = { name: newName(), site_id: "site-ams-1", configuration };
    return grantOf(await world.attempt(by, "loadBalancer.create", body), "use of a secret", "secret.get");
  },
  member: async (by, { role }) => {
    const guest = await world.user(null);
    const invitation = await world.attempt(by, "invitation.create", { email: guest.email, role });
    if (invitation === undefined) return [];
    await world.run(guest.credentials, "invitation.accept", { token: invitation.secret });
    return callerOf(`invited ${role}`, guest.credentials);
  },
  "role of a member": async (by, { role }) => {
    const other = await world.user("viewer");
    if ((await world.attempt(by, "member.setRole", { user_id: other.id, role })) === undefined) return [];
    return callerOf(`member made ${role}`, other.credentials);
  },
  "workspace role of a member": async (by, { role }) => {
    const other = await world.user("billing");
    const there = WORKSPACE_ROLES.find((each) => each === role) ?? "developer";
    const given = await world.attempt(by, "member.setWorkspaceRole", {
      user_id: other.id,
      ...world.place,
      role: there,
    });
    return given === undefined ? [] : callerOf(`member made ${there} here`, other.credentials);
  },
};

const object = (object_key: string) => ({ bucket_name: world.bucket, object_key });

function callerOf(name: string, credentials: Credentials | undefined): Credential[] {
  return credentials === undefined ? [] : [{ kind: "caller", name, credentials }];
}

function keyOf(made: Made, { permission, bypass_governance }: { permission: string; bypass_governance: boolean }) {
  if (made === undefined) return [];
  const rights = permission === "read_write" ? ["read", "write", "delete"] : [permission];
  const asked = [...rights, ...(bypass_governance ? ["bypass"] : [])].map((right) => `S3 ${right}`);
  const { access_key_id: accessKeyId = "", secret_access_key: secretAccessKey = "" } = made;
  const name = `${permission} key`;
  return [{ kind: "access key" as const, name, key: { accessKeyId, secretAccessKey }, asked }];
}

function urlOf(made: Made, method: "GET" | "PUT"): Credential[] {
  return made === undefined ? [] : [{ kind: "URL", name: `URL of ${method}`, url: made.url ?? "", method }];
}

function visitorOf(made: Made): Credential[] {
  return made === undefined ? [] : [{ kind: "visitor", name: "a visitor" }];
}

async function hideFromVisitors() {
  await world.run(owner.credentials, "bucket.update", { bucket_name: world.shown, is_public: false });
  await world.run(owner.credentials, "bucketPolicy.delete", { bucket_name: world.shown });
}

function grantOf(made: Made, name: string, power: string): Credential[] {
  return made === undefined ? [] : [{ kind: "grant", name, powers: [power], expiresAt: made.expires_at }];
}

const unprivileged: Choice = { scopes: ALL_SCOPES, permission: "read_write", bypass: false, role: "viewer" };
const everything: Choice = { scopes: ALL_SCOPES, permission: "read_write", bypass: true, role: "owner" };

test("an owner gets credentials by each way, which give what they are for", async () => {
  const found: Record<string, ReadonlySet<string>> = {};
  for (const [way, take] of Object.entries(STEPS).filter(([name]) => name !== "somebody's answer")) {
    const [credential] = await take(owner.credentials, everything);
    if (credential === undefined) continue;
    const powers = await world.powersOf(credential);
    await hideFromVisitors();
    found[way] = new Set([...powers].filter((power) => power.startsWith("S3") || power.endsWith("an owner")));
  }
  const overKeys = ["S3 read", "S3 write", "S3 delete", "S3 bypass"];
  const overS3 = [...overKeys, "S3 read by the CDN", "S3 read by a visitor"];
  const expected: Readonly<Record<string, readonly string[]>> = {
    ...{ token: overS3, "value of somebody's token": overS3, "access key": overKeys },
    ...{ "URL of a download": ["S3 read"], "URL of an upload": ["S3 write"], "URL of a part": ["S3 write"] },
    ...{ "URL of the CDN": ["S3 read by the CDN"], distribution: ["S3 read by the CDN"], "use of a secret": [] },
    ...{ "public bucket": ["S3 read by a visitor"], "public policy": ["S3 read by a visitor"] },
    ...{ member: [...overS3, "invitation of an owner"], "role of a member": [...overS3, "invitation of an owner"] },
    "workspace role of a member": overS3,
  };
  expect(found).toEqual(Object.fromEntries(Object.entries(expected).map(([way, powers]) => [way, new Set(powers)])));
});

// Most credentials need scopes of object storage or the CDN.
const ofObjects = ALL_SCOPES.filter((scope) => /^(object-storage|cdn)\./.test(scope));
const scopes = fc.oneof(fc.subarray([...ofObjects], { minLength: 1 }), fc.subarray([...ALL_SCOPES], { minLength: 1 }));
const role = fc.constantFrom(...ROLES);
const choice = fc.record({
  ...{ scopes, role, bypass: fc.boolean() },
  permission: fc.constantFrom("read" as const, "write" as const, "read_write" as const),
});
const WAYS = Object.keys(STEPS);
const inAnyOrder = fc.shuffledSubarray(WAYS, { minLength: WAYS.length });
/** Every way once, in any order. */
const steps = fc.tuple(inAnyOrder, fc.array(choice, { minLength: WAYS.length, maxLength: WAYS.length }));
const limits = fc.record({
  expires_at: fc.constantFrom<string | null>(null, new Date(Date.now() + 1_800_000).toISOString()),
  allowed_ip_ranges: fc.constantFrom<string[]>([], [`${HERE}/32`]),
});
/**
 * Whether the caller is the token of an admin, with these scopes and limits, or a member with this role, and whether
 * the organization has strict scopes.
 */
const caller = fc.record({ isToken: fc.boolean(), scopes, role, limits, isStrict: fc.boolean() });
/** The end of the member, or of their token. */
const ending = fc.oneof(
  fc.constantFrom("removed" as const, "left" as const, "expired" as const),
  role,
  fc.constantFrom(...WORKSPACE_ROLES).map((there) => `${there} here` as const),
);

type Ending = "removed" | "left" | "expired" | Role | `${WorkspaceRole} here`;

/** A run that takes every way in order. Each shows a hole of the past. */
const past = (who: CallerOfRun, chosen: Choice, how: Ending) =>
  [who, [WAYS, WAYS.map(() => ({ ...chosen, scopes: [...chosen.scopes] }))], how] satisfies [unknown, unknown, Ending];
type CallerOfRun = typeof caller extends fc.Arbitrary<infer Value> ? Value : never;
const unlimited: CallerOfRun["limits"] = { expires_at: null, allowed_ip_ranges: [] };
const tokenWith = (...granted: Scope[]) => ({
  ...{ isToken: true, scopes: granted, role: "owner" as const, limits: unlimited, isStrict: false },
});
const strict = (who: CallerOfRun) => ({ ...who, isStrict: true });
const member = (as: Role) => ({ isToken: false, scopes: [], role: as, limits: unlimited, isStrict: false });
const inTime = { ...unlimited, expires_at: new Date(Date.now() + 1_800_000).toISOString() };
const inPlace = { ...unlimited, allowed_ip_ranges: [`${HERE}/32`] };
const PAST = [
  past(tokenWith("object-storage.write"), everything, "removed"),
  past(tokenWith("object-storage.write"), { ...everything, permission: "write" }, "left"),
  past(tokenWith("object-storage.read", "object-storage.write", "object-storage.delete"), unprivileged, "viewer"),
  past(strict(tokenWith("cdn.write")), everything, "removed"),
  past(strict(tokenWith("object-storage.write")), everything, "removed"),
  past(tokenWith("load-balancer.write"), everything, "removed"),
  past({ ...tokenWith(...ALL_SCOPES), limits: inTime }, everything, "expired"),
  past({ ...tokenWith(...ALL_SCOPES), limits: inPlace }, everything, "removed"),
  past(member("developer"), everything, "removed"),
  past(member("admin"), everything, "viewer"),
  past(member("developer"), everything, "viewer here"),
  past(tokenWith("object-storage.write"), everything, "billing here"),
];

async function lose(
  person: { readonly id: string; readonly role: Role },
  how: Exclude<Ending, "expired">,
  credentials: Credentials,
): Promise<void> {
  const member = { user_id: person.id };
  const there = WORKSPACE_ROLES.find((each) => `${each} here` === how);
  if (how === "removed") await world.run(owner.credentials, "member.remove", member);
  else if (how === "left") await world.run(credentials, "member.remove", member);
  else if (there !== undefined) {
    // Owners and admins have their role everywhere.
    if (MANAGER_ROLES.includes(person.role))
      await world.run(owner.credentials, "member.setRole", { ...member, role: "developer" });
    await world.run(owner.credentials, "member.setWorkspaceRole", { ...member, ...world.place, role: there });
  } else await world.run(owner.credentials, "member.setRole", { ...member, role: how });
}

test("no credential gives more than its maker has, at any time", { timeout: 120_000 }, async () => {
  const run = fc.asyncProperty(caller, steps, ending, async (who, [ways, choices], how) => {
    const role = who.isToken ? "admin" : who.role;
    const person = await world.user(role);
    const by = who.isToken ? await world.token(person.credentials, who.scopes, who.limits) : person.credentials;
    if (by === undefined) throw new Error("an admin was refused a token");
    await hideFromVisitors();
    await world.setStrict(owner.credentials, who.isStrict);
    const self = { kind: "caller", name: "the caller", credentials: by } as const;
    const own = await world.powersOf(self);
    const made: Yielded[] = [];
    for (const [index, way] of ways.entries()) {
      const chosen = choices[index] ?? everything;
      // The newest token or member that came of it acts too.
      const newest = made.findLast(({ credential }) => credential.kind === "caller")?.credential;
      const others = newest?.kind === "caller" ? [newest.credentials] : [];
      for (const each of [by, ...others]) {
        const ofMember =
          each === by || made.some(({ endsWithMember, credential }) => endsWithMember && isOf(credential, each));
        for (const credential of (await STEPS[way]?.(each, chosen)) ?? [])
          made.push({ credential, endsWithMember: ofMember && endsWithMaker(credential) });
      }
    }
    for (const { credential } of made) {
      const powers = await world.powersOf(credential);
      expect(beyond(powers, own), `${credential.name} gives besides`).toEqual([]);
      if (credential.kind === "access key")
        expect(beyond(powers, new Set(credential.asked)), `${credential.name} gives unasked`).toEqual([]);
    }
    const ended = made.filter(({ endsWithMember }) => endsWithMember);
    const ownElsewhere = await world.powersOf(self, ELSEWHERE);
    for (const { credential } of who.isToken ? ended : [])
      expect(
        beyond(await world.powersOf(credential, ELSEWHERE), ownElsewhere),
        `${credential.name} gives elsewhere`,
      ).toEqual([]);
    const until = who.isToken ? who.limits.expires_at : null;
    for (const { credential } of until === null ? [] : made)
      if (credential.kind === "grant" && credential.expiresAt !== undefined)
        expect(Date.parse(credential.expiresAt ?? ""), "the end of a URL").toBeLessThanOrEqual(Date.parse(until ?? ""));

    // A token that never expires has made others that never expire.
    if (how === "expired" && until === null) return;
    if (how === "expired") await world.expire(by);
    else await lose({ id: person.id, role }, how, person.credentials);
    const after = how === "expired" ? self : { ...self, name: "the member", credentials: person.credentials };
    const left = await world.powersOf(after);
    for (const { credential } of ended)
      expect(beyond(await world.powersOf(credential), left), `${credential.name} outlives its maker with`).toEqual([]);
  });
  await fc.assert(run, { numRuns: RUNS, interruptAfterTimeLimit: ENOUGH_MS, endOnFailure: true, examples: PAST });
});

interface Yielded {
  readonly credential: Credential;
  readonly endsWithMember: boolean;
}

function isOf(credential: Credential, credentials: Credentials): boolean {
  return credential.kind === "caller" && credential.credentials === credentials;
}

/** Another member has rights of their own. Public buckets, URLs and distributions of the CDN are the workspace's. */
function endsWithMaker(credential: Credential): boolean {
  if (credential.kind === "caller") return credential.credentials.kind === "bearer";
  return credential.kind !== "grant" && credential.kind !== "visitor";
}
