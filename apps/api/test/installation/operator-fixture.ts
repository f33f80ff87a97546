import { randomUUID } from "node:crypto";
import { type Operation, type OperatorOperationId, type OperatorScope, operationById } from "@fulmar/contract";
import type { Credentials } from "@fulmar/core";
import { makeOperator } from "@fulmar/core/operator";
import { createPerson } from "@fulmar/testkit";
import type { Api, ApiResponse, RequestOptions } from "../api-fixture.ts";
import { ConsoleFixture } from "../console-fixture.ts";

export type Input = Readonly<Record<string, unknown>>;

/** Makes a request that succeeds. */
export type OperatorExample = (fixture: OperatorFixture) => Promise<Input> | Input;

/** Those of some operations. */
export type OperatorExamples = { readonly [Id in OperatorOperationId]?: OperatorExample };

/** The people who run an installation, a token of theirs for each scope, and a tenant. */
export class OperatorFixture {
  readonly api: Api;
  readonly tenant: ConsoleFixture;
  readonly operator: string;
  readonly support: string;
  readonly stranger: string;
  /** Operator tokens, by their strongest scope. */
  readonly tokens: Readonly<Record<OperatorScope, string>>;

  private constructor(parts: Pick<OperatorFixture, "api" | "tenant" | "operator" | "support" | "stranger" | "tokens">) {
    this.api = parts.api;
    this.tenant = parts.tenant;
    this.operator = parts.operator;
    this.support = parts.support;
    this.stranger = parts.stranger;
    this.tokens = parts.tokens;
  }

  static async open(api: Api): Promise<OperatorFixture> {
    const tenant = await ConsoleFixture.open(api);
    const [operator, support] = [await person(api), await person(api)];
    await makeOperator(api.database, { email: operator.email, role: "operator" });
    await makeOperator(api.database, { email: support.email, role: "support" });
    const tokenWith = async (...scopes: OperatorScope[]) => {
      const created = await tenant.call(
        "operatorToken.create",
        { name: "program", scopes, expires_at: inDays(1) },
        { credentials: { kind: "session", userId: operator.id } },
      );
      if (created.refusal !== undefined) throw created.refusal;
      return String(created.value.token);
    };
    return new OperatorFixture({
      ...{ api, tenant, operator: operator.id, support: support.id, stranger: (await person(api)).id },
      tokens: {
        "operator.read": await tokenWith("operator.read"),
        "operator.write": await tokenWith("operator.read", "operator.write"),
      },
    });
  }

  as(userId: string): Credentials {
    return { kind: "session", userId, sessionId: randomUUID() };
  }

  /** Calls a procedure, by default as the operator. */
  call(
    id: OperatorOperationId,
    input: Input,
    credentials = this.as(this.operator),
    idempotencyKey: string = randomUUID(),
  ) {
    return this.tenant.call(id, input, { credentials, idempotencyKey });
  }

  /** Calls as the operator what tokens may not. @returns the answer as REST has it */
  async answer(id: OperatorOperationId, input: Input): Promise<Pick<ApiResponse, "status" | "body">> {
    const { value, refusal } = await this.call(id, input);
    if (refusal === undefined) return { status: 200, body: value };
    const { status, kind, code = kind, message: detail, errors = [] } = refusal;
    return { status, body: { code, detail, errors } };
  }

  /** Makes a call that must succeed. @returns its answer */
  async made(id: OperatorOperationId, input: Input): Promise<Record<string, unknown>> {
    const { value, refusal } = await this.call(id, input);
    if (refusal !== undefined) throw refusal;
    return value;
  }

  plan(id: OperatorOperationId, input: Input, credentials = this.as(this.operator)) {
    return this.tenant.plan(id, input, credentials);
  }

  /** Sends a request, by default with a token that may do everything. */
  send(id: OperatorOperationId, input: Input, options: RequestOptions = {}): Promise<ApiResponse> {
    const { method, path, params, query } = operationById(id) as unknown as Operation;
    const named = (shape: object) => Object.entries(input).filter(([name]) => name in shape);
    const url = named(params.shape).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
      path as string,
    );
    const rest = Object.entries(input).filter(([name]) => !(name in params.shape) && !(name in query.shape));
    return this.api.request(method, url, {
      ...{ token: this.tokens["operator.write"], workspaceId: null },
      query: Object.fromEntries(named(query.shape).map(([name, value]) => [name, String(value)])),
      ...(method !== "GET" && method !== "DELETE" && { body: Object.fromEntries(rest) }),
      ...options,
    });
  }

  /** Somebody with an account. */
  person() {
    return person(this.api);
  }

  /** Somebody who may read the installation. */
  async newSupport(): Promise<string> {
    const { id, email } = await person(this.api);
    await makeOperator(this.api.database, { email, role: "support" });
    return id;
  }

  /** Somebody who is signed in. */
  async signedIn(): Promise<string> {
    const { id: userId } = await person(this.api);
    const expiresAt = new Date(Date.now() + 3_600_000);
    await this.api.database.prisma.session.create({
      data: { id: randomUUID(), userId, token: randomUUID(), expiresAt },
    });
    return userId;
  }

  /** An organization of its own. */
  async organization(): Promise<string> {
    return (await this.api.createTenant()).organizationId;
  }
}

async function person(api: Api) {
  const email = `${randomUUID()}@example.com`;
  const id = await createPerson(api.database, { name: "Somebody", email });
  return { id, email };
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
