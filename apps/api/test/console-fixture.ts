import { randomUUID } from "node:crypto";
import { type ConsoleOperationId, type Method, type OperationId, ROLES, type Role } from "@fulmar/contract";
import { type Credentials, DomainError } from "@fulmar/core";
import { createPerson } from "@fulmar/testkit";
import { createRouter } from "@fulmar/trpc";
import type { Api, ApiResponse, RequestOptions, Tenant, TokenOptions } from "./api-fixture.ts";

type Input = Readonly<Record<string, unknown>>;
type Procedures = Record<string, Record<string, (input: unknown) => Promise<Record<string, unknown>>>>;

/** The result of a call: its value or its refusal. */
export type CallOutcome =
  | { readonly value: Record<string, unknown>; readonly refusal?: undefined }
  | { readonly value?: undefined; readonly refusal: DomainError };

const PASSWORD = "a-long-password";

/** An organization with a workspace and a member of every role, for calling console procedures. */
export class ConsoleFixture {
  readonly api: Api;
  readonly organization: { readonly organization_id: string };
  readonly workspace: { readonly workspace_id: string };
  readonly people: Readonly<Record<Role, string>>;
  readonly tenant: Tenant;
  /** The owner's. */
  readonly password = PASSWORD;
  readonly #router: ReturnType<typeof createRouter>;
  /** The owner's session, which account operations distinguish from other sessions. */
  readonly ownSession: string;

  private constructor(parts: {
    readonly api: Api;
    readonly router: ReturnType<typeof createRouter>;
    readonly tenant: Tenant;
    readonly people: Readonly<Record<Role, string>>;
    readonly ownSession: string;
  }) {
    this.api = parts.api;
    this.#router = parts.router;
    this.tenant = parts.tenant;
    this.organization = { organization_id: parts.tenant.organizationId };
    this.workspace = { workspace_id: parts.tenant.workspaceId };
    this.people = parts.people;
    this.ownSession = parts.ownSession;
  }

  static async open(api: Api): Promise<ConsoleFixture> {
    const { database, core } = api;
    const draining = new AbortController().signal;
    const router = createRouter({ core, database, logger: { error: () => undefined }, draining });
    const tenant = await api.createTenant();
    const owner = await createPerson(database, { ...newPerson(), password: PASSWORD });
    await database.prisma.member.create({
      data: { organization_id: tenant.organizationId, user_id: owner, role: "owner" },
    });
    const people: Partial<Record<Role, string>> = {};
    for (const role of ROLES.filter((each) => each !== "owner"))
      people[role] = await memberOf(api, tenant.organizationId, role);
    const { admin = "", developer = "", billing = "", viewer = "", secret_reader = "" } = people;
    return new ConsoleFixture({
      api,
      router,
      tenant,
      people: { owner, admin, developer, billing, viewer, secret_reader },
      ownSession: await sessionOf(api, owner),
    });
  }

  /** Calls a procedure as a user, by default as the owner. */
  async call(
    id: OperationId,
    input: Input,
    {
      credentials = this.as(this.people.owner),
      idempotencyKey = randomUUID(),
    }: { readonly credentials?: Credentials; readonly idempotencyKey?: string } = {},
  ): Promise<CallOutcome> {
    return this.#answerOf(this.#procedures(credentials, idempotencyKey), id, input);
  }

  /** Asks as the owner what a call would do. */
  async plan(id: OperationId, input: Input, credentials = this.as(this.people.owner)): Promise<CallOutcome> {
    const { changePlan } = this.#procedures(credentials, undefined) as unknown as { changePlan: Procedures };
    return this.#answerOf(changePlan, id, input);
  }

  #procedures(credentials: Credentials, idempotencyKey: string | undefined): Procedures {
    return this.#router.createCaller({
      credentials,
      credentialsNow: async () => credentials,
      idempotencyKey,
      requestId: `req_${randomUUID()}`,
      sourceIp: "192.0.2.7",
      signal: new AbortController().signal,
    }) as unknown as Procedures;
  }

  async #answerOf(caller: Procedures, id: OperationId, input: Input): Promise<CallOutcome> {
    const [resource = "", verb = ""] = id.split(".");
    const procedure = caller[resource]?.[verb];
    if (procedure === undefined) throw new Error(`${id} is not a procedure`);
    try {
      return { value: await procedure(Object.keys(input).length === 0 ? undefined : input) };
    } catch (error) {
      if (error instanceof Error && error.cause instanceof DomainError) return { refusal: error.cause };
      throw error;
    }
  }

  /** Makes a call that must succeed and returns its answer. */
  async make(id: ConsoleOperationId, input: Input): Promise<Record<string, unknown>> {
    const { value, refusal } = await this.call(id, input);
    if (refusal !== undefined) throw refusal;
    return value;
  }

  as(userId: string): Credentials {
    return { kind: "session", userId, sessionId: userId === this.people.owner ? this.ownSession : randomUUID() };
  }

  readonly name = (): string => `example ${randomUUID()}`;

  /** Adds another user with a role and returns their id. */
  member(role: Role): Promise<string> {
    return memberOf(this.api, this.organization.organization_id, role);
  }

  /** The secret of an invitation for the owner to another organization. */
  async invitationToOwner(): Promise<string> {
    const elsewhere = await ConsoleFixture.open(this.api);
    const { email } = await this.api.database.prisma.user.findUniqueOrThrow({ where: { id: this.people.owner } });
    const { secret } = await elsewhere.make("invitation.create", { ...elsewhere.organization, email, role: "viewer" });
    return String(secret);
  }

  session(): Promise<string> {
    return sessionOf(this.api, this.people.owner);
  }

  async passkey(): Promise<string> {
    const id = randomUUID();
    const key = { publicKey: "key", credentialID: id, counter: 0, deviceType: "singleDevice", backedUp: false };
    await this.api.database.prisma.passkey.create({ data: { id, userId: this.people.owner, name: "Key", ...key } });
    return id;
  }

  /** An announcement to everybody. */
  async announcement(): Promise<string> {
    const announcement_id = `ann_${randomUUID()}`;
    const said = { kind: "notice", level: "info", title: "Slow volumes", text: "We are on it." };
    await this.api.database.prisma.announcement.create({
      data: { announcement_id, ...said, starts_at: new Date(0), site_ids: [] },
    });
    return announcement_id;
  }

  /** Sends a request with a token in the fixture's workspace. */
  send(token: string, method: Method, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.api.request(method, path, { token, workspaceId: this.tenant.workspaceId, ...options });
  }

  /** Creates a token of the organization. */
  token(options: TokenOptions): Promise<string> {
    return this.api.createToken(this.tenant, options);
  }

  /** Lets a request of a guarded token wait. */
  async waiting(): Promise<{ readonly approval_id: string }> {
    const token = await this.token({ guard: "approve_all" });
    const body = { name: this.name().replace(" ", "-"), region: "eu-central-1" };
    const { body: refusal, text } = await this.send(token, "POST", "/object-storage/buckets", { body });
    if (refusal.code !== "approval_required") throw new Error(`a guarded token was answered ${text}`);
    return { approval_id: refusal.approval_id };
  }

  /** Creates a volume in the workspace. @returns its id */
  async volume(): Promise<string> {
    const body = { name: this.name().slice(0, 40), size_gb: 10, site_id: "site-ams-1" };
    const { body: volume } = await this.send(await this.token({}), "POST", "/block-storage/volumes", { body });
    return volume.volume_id;
  }

  /** Creates a running operation in the workspace. */
  async operation(): Promise<string> {
    const input = { ...this.workspace, name: this.name().slice(0, 40), size_gb: 10, site_id: "site-ams-1" };
    const { refusal } = await this.call("volume.create", input);
    if (refusal !== undefined) throw refusal;
    const { items } = await this.make("workspaceOperation.list", this.workspace);
    const [newest] = items as readonly { readonly operation_id: string }[];
    if (newest === undefined) throw new Error("no operation is under way");
    return newest.operation_id;
  }
}

/** Adds a user with a role to an organization. @returns their id */
export async function memberOf({ database }: Api, organization_id: string, role: Role): Promise<string> {
  const user_id = await somebody({ database });
  await database.prisma.member.create({ data: { organization_id, user_id, role } });
  return user_id;
}

/** Creates a user without memberships and without a password, whose hash takes long. @returns their id */
export async function somebody({ database }: Pick<Api, "database">): Promise<string> {
  const { id } = await database.prisma.user.create({ data: { id: randomUUID(), ...newPerson() } });
  return id;
}

function newPerson() {
  return { name: "Somebody", email: `${randomUUID()}@example.com` };
}

async function sessionOf({ database }: Api, userId: string): Promise<string> {
  const id = randomUUID();
  await database.prisma.session.create({
    data: { id, userId, token: randomUUID(), expiresAt: new Date(Date.now() + 3_600_000) },
  });
  return id;
}
