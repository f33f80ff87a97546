// Credentials of every kind, and what each of them can do: at the door of every operation, and over S3.
import { randomUUID } from "node:crypto";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { catalog, type Operation, type OperationId, operationById, type Role, type Scope } from "@fulmar/contract";
import { type Credentials, DomainError } from "@fulmar/core";
import { refusal, type Credentials as S3Credentials, type StoreFixture } from "./store-fixture.ts";

/** Something that gives rights to its holder. */
export type Credential =
  | { readonly kind: "caller"; readonly name: string; readonly credentials: Credentials }
  /** `asked` are the powers that it was made for. */
  | {
      readonly kind: "access key";
      readonly name: string;
      readonly key: S3Credentials;
      readonly asked: readonly string[];
    }
  | { readonly kind: "URL"; readonly name: string; readonly url: string; readonly method: "GET" | "PUT" }
  /** Anybody, without a credential. */
  | { readonly kind: "visitor"; readonly name: string }
  /** A right that its maker has from then on without a credential, by the operations that would give the same. */
  | {
      readonly kind: "grant";
      readonly name: string;
      readonly powers: readonly string[];
      /** When it ends by itself, if it is a URL. */
      readonly expiresAt?: string | null | undefined;
    };

/** The address that requests come from, and one that a limited token may not be used from. */
export const HERE = "192.0.2.7";
export const ELSEWHERE = "198.51.100.7";

/** The limits of a token in time and place. */
export interface TokenLimits {
  readonly expires_at: string | null;
  readonly allowed_ip_ranges: readonly string[];
}

export const UNLIMITED: TokenLimits = { expires_at: null, allowed_ip_ranges: [] };

type Input = Readonly<Record<string, unknown>>;

const operations = catalog as readonly unknown[] as readonly (Operation & { readonly id: OperationId })[];

/** One operation for each combination of what the door asks for. */
const atTheDoor = [
  ...new Map(
    operations.map((operation) => {
      const { audience, subject, scope, roles, allowedToSelf } = operation;
      return [JSON.stringify([audience, subject, scope, roles, allowedToSelf]), operation] as const;
    }),
  ).values(),
];

/** The scopes of the API for each right of the object store. */
const S3_RIGHTS = {
  read: ["object.list"],
  write: ["object.createUploadUrl"],
  delete: ["object.delete"],
  bypass: ["object.list", "object.createUploadUrl", "object.delete"],
} as const;

/**
 * A scope reaches these beyond its family, because the specification gives the operation that one scope. Where scopes
 * are strict, it also takes the scope that reads.
 */
const REACH = {
  "S3 read by the CDN": "cdnUrl.generate",
  "S3 read by a visitor": "bucket.update",
} as const;

const DAY_MS = 86_400_000;

function isRequest(request: unknown): request is { readonly headers: Record<string, string> } {
  return typeof request === "object" && request !== null && "headers" in request;
}

/** An organization of its own in the store of a file, with a bucket, a certificate and an owner. */
export async function credentialFixture(fixture: StoreFixture) {
  const { core, database } = fixture;
  const tenant = await fixture.createTenant();
  const bucket = await fixture.bucket({ object_lock_enabled: true }, tenant);
  /** A bucket that may become public. */
  const shown = await fixture.bucket({}, tenant);
  const ownerKey = fixture.client(await fixture.key({ bypass_governance: true }, tenant));
  await ownerKey.send(new PutObjectCommand({ Bucket: shown, Key: "a", Body: "a" }));
  const place = { workspace_id: tenant.workspaceId };
  let isStrict = false;
  const { organization_id } = await database.prisma.workspace.findUniqueOrThrow({
    where: { workspace_id: BigInt(tenant.workspaceId) },
  });

  async function run(
    credentials: Credentials,
    id: OperationId,
    input: Input,
    idempotencyKey: string = randomUUID(),
    sourceIp = HERE,
  ) {
    const envelope = { requestId: randomUUID(), sourceIp, signal: new AbortController().signal };
    const subject = operationById(id).subject;
    const where = subject === "workspace" ? place : subject === "organization" ? { organization_id } : {};
    const answer = await core.execute(id, credentials, { ...where, ...input }, { ...envelope, idempotencyKey });
    return JSON.parse(answer.body) as Record<string, string | undefined>;
  }

  /** As `run`. Undefined when the request is refused. */
  async function attempt(
    credentials: Credentials,
    id: OperationId,
    input: Input,
    idempotencyKey?: string,
    sourceIp?: string,
  ) {
    try {
      return await run(credentials, id, input, idempotencyKey, sourceIp);
    } catch (error) {
      if (error instanceof DomainError && [401, 403, 404, 409].includes(error.status)) return undefined;
      throw error;
    }
  }

  async function isLetIn(operation: Operation, credentials: Credentials, sourceIp: string): Promise<boolean> {
    const where = operation.subject === "workspace" ? tenant.workspaceId : { organization_id, user_id: "somebody" };
    const from = { requestId: randomUUID(), sourceIp };
    try {
      await core.enter(operation, credentials, where, from, () => undefined);
      return true;
    } catch (error) {
      if (error instanceof DomainError && [401, 403].includes(error.status)) return false;
      throw error;
    }
  }

  /** The powers of a caller: the operations whose door lets them in, and what follows from these over S3. */
  async function ofCaller(credentials: Credentials, from: string): Promise<Set<string>> {
    const powers = new Set<string>();
    await Promise.all(
      atTheDoor.map(async (operation) => {
        if (!(await isLetIn(operation, credentials, from))) return;
        const { audience, subject, scope, roles, allowedToSelf } = operation;
        for (const each of operations) {
          const alike = each.audience === audience && each.subject === subject && each.scope === scope;
          if (alike && each.allowedToSelf === allowedToSelf && String(each.roles) === String(roles))
            powers.add(each.id);
        }
      }),
    );
    for (const [right, needed] of Object.entries(S3_RIGHTS))
      if (needed.every((id) => powers.has(id))) powers.add(`S3 ${right}`);
    for (const [power, id] of Object.entries(REACH))
      if (powers.has(id) && (!isStrict || powers.has("S3 read"))) powers.add(power);
    // Only an owner makes owners, which the handler decides and not the door.
    const body = { email: `${randomUUID()}@x.com`, role: "owner" };
    const invitation = await attempt(credentials, "invitation.create", body, undefined, from);
    if (invitation !== undefined) powers.add("invitation of an owner");
    return powers;
  }

  /** An object under GOVERNANCE retention and one without, for requests that delete. */
  async function objects(): Promise<{ kept: string; free: string }> {
    const [kept, free] = [randomUUID(), randomUUID()];
    const retention = {
      ObjectLockMode: "GOVERNANCE",
      ObjectLockRetainUntilDate: new Date(Date.now() + DAY_MS),
    } as const;
    await ownerKey.send(new PutObjectCommand({ Bucket: bucket, Key: kept, Body: "kept", ...retention }));
    await ownerKey.send(new PutObjectCommand({ Bucket: bucket, Key: free, Body: "free" }));
    return { kept, free };
  }

  /** An S3 client whose requests come from this address, by a trusted proxy. */
  function clientFrom(from: string, key: S3Credentials) {
    const s3 = fixture.client(key);
    s3.middlewareStack.add(
      (next) => (args) => {
        if (isRequest(args.request)) args.request.headers["x-forwarded-for"] = from;
        return next(args);
      },
      { step: "build" },
    );
    return s3;
  }

  /** The powers of an access key: what the object store carries out for it. */
  async function ofKey(key: S3Credentials, from: string): Promise<Set<string>> {
    const s3 = clientFrom(from, key);
    const { kept, free } = await objects();
    const at = { Bucket: bucket, Key: kept };
    const sent = [
      ["S3 read", s3.send(new GetObjectCommand(at))],
      ["S3 read", s3.send(new ListObjectsV2Command({ Bucket: bucket }))],
      ["S3 write", s3.send(new PutObjectCommand({ Bucket: bucket, Key: randomUUID(), Body: "new" }))],
      ["S3 delete", s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: free }))],
    ] as const;
    const answers = await Promise.all(sent.map(([, answer]) => refusal(answer)));
    const powers = new Set(
      sent.flatMap(([power], index): string[] => (answers[index] === "no refusal" ? [power] : [])),
    );
    const bypass = new DeleteObjectCommand({ ...at, BypassGovernanceRetention: true });
    if ((await refusal(s3.send(bypass))) === "no refusal") powers.add("S3 bypass");
    s3.destroy();
    return powers;
  }

  async function ofUrl(url: string, method: "GET" | "PUT", from: string): Promise<Set<string>> {
    const { status } = await fetch(url, {
      method,
      headers: { "x-forwarded-for": from },
      ...(method === "PUT" && { body: "x" }),
    });
    return new Set(status !== 200 ? [] : [method === "GET" ? "S3 read" : "S3 write"]);
  }

  async function ofVisitor(): Promise<Set<string>> {
    const { status } = await fetch(`${fixture.endpoint}/${shown}/a`);
    return new Set(status === 200 ? ["S3 read by a visitor"] : []);
  }

  async function powersOf(credential: Credential, from = HERE): Promise<Set<string>> {
    if (credential.kind === "caller") return ofCaller(credential.credentials, from);
    if (credential.kind === "access key") return ofKey(credential.key, from);
    if (credential.kind === "URL") return ofUrl(credential.url, credential.method, from);
    if (credential.kind === "visitor") return ofVisitor();
    return new Set(credential.powers);
  }

  /** Adds a user, with a role in the organization or without, and returns them with a session. */
  async function user(role: Role | null): Promise<{ id: string; email: string; credentials: Credentials }> {
    const id = `user_${randomUUID().replaceAll("-", "")}`;
    const sessionId = id.replace("user", "session");
    const email = `${id}@example.com`;
    await database.prisma.user.create({ data: { id, name: id, email } });
    await database.prisma.session.create({
      data: { id: sessionId, userId: id, token: randomUUID(), expiresAt: new Date(Date.now() + DAY_MS) },
    });
    if (role !== null) await database.prisma.member.create({ data: { organization_id, user_id: id, role } });
    return { id, email, credentials: { kind: "session", userId: id, sessionId } };
  }

  /** A token of the whole organization. Undefined when the request is refused. */
  async function token(
    credentials: Credentials,
    scopes: readonly Scope[],
    limits = UNLIMITED,
  ): Promise<Credentials | undefined> {
    const body = { name: randomUUID(), scopes, workspace_policy: "entire_organization", workspace_ids: [] };
    const made = await attempt(credentials, "apiToken.create", { ...body, ...limits });
    return made === undefined ? undefined : { kind: "bearer", authorization: `Bearer ${made.token}` };
  }

  async function setStrict(owner: Credentials, strict_scopes: boolean): Promise<void> {
    await run(owner, "organization.setStrictScopes", { strict_scopes });
    isStrict = strict_scopes;
  }

  /** Moves the expiry of a token to the present. */
  async function expire(credentials: Credentials): Promise<void> {
    const { token_id } = await run(credentials, "token.get", {});
    await database.pool.query("UPDATE api_token SET expires_at = now() WHERE token_id = $1", [token_id]);
  }

  return { bucket, shown, place, run, attempt, objects, clientFrom, powersOf, user, token, setStrict, expire };
}

/** The powers that a credential has and its maker has not. */
export function beyond(powers: ReadonlySet<string>, ofMaker: ReadonlySet<string>): string[] {
  return [...powers].filter((power) => !ofMaker.has(power));
}
