// A token with a guard changes nothing without a person, by any operation of the catalog, and the person is shown what
// it asks.
import { createHash, randomUUID } from "node:crypto";
import type { Operation, RequestedField } from "@fulmar/contract";
import { createRouter } from "@fulmar/trpc";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { memberOf } from "../console-fixture.ts";
import { databaseState } from "../database-state.ts";
import { eachOperation } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import type { AnyRequest } from "../examples/example-fixture.ts";
import { rejectAll } from "./adversary-fixture.ts";

let api: ArrangedApi;
/** An approval as the owner sees it in the console. */
let shownToOwner: (approvalId: string) => Promise<Shown>;
let tokens: Readonly<Record<"plan_only" | "approve_all" | "approve_destructive", string>>;
const counted = { plan_only: 0, approve_all: 0, approve_destructive: 0, done: 0, shown: 0 };
beforeAll(async () => {
  api = await startArrangedApi();
  tokens = {
    plan_only: await api.createToken(api.tenant, { guard: "plan_only" }),
    approve_all: await api.createToken(api.tenant, { guard: "approve_all" }),
    approve_destructive: await api.createToken(api.tenant, { guard: "approve_destructive" }),
  };
  const { tenant, core, served: database } = api;
  const credentials = { kind: "session", userId: await memberOf(api, tenant.organizationId, "owner") } as const;
  const { signal } = new AbortController();
  const router = createRouter({ core, database, logger: { error: () => undefined }, draining: signal });
  const caller = router.createCaller({
    ...{ credentials, credentialsNow: async () => credentials, idempotencyKey: undefined },
    ...{ requestId: "shown-test", sourceIp: undefined, signal },
  });
  shownToOwner = (approval_id) => caller.approval.get({ workspace_id: tenant.workspaceId, approval_id });
}, ARRANGING_MS);
// Few requests of a token may wait.
afterEach(() => rejectAll(api));
afterAll(() => {
  // The figures of the report.
  console.info(JSON.stringify(counted));
  return api.close();
});

const held = eachOperation.filter(([, { safe, needsApproval }]) => !safe || needsApproval === true);

/** Tables that may differ after a request that a guard has stopped: that it waits, and the trail. */
const TRACES = ["public.approval", "public.audit_event", "public.event", "public.change"] as const;

async function stateOf() {
  const state: Record<string, string> = { ...(await databaseState(api.database)) };
  for (const trace of TRACES) delete state[trace];
  return state;
}

type Shown = Readonly<{ fields: readonly RequestedField[]; warnings: readonly string[] }>;

/** Fields that are not shown as they were sent, by their names. */
const SECRETS: readonly string[] = ["password", "secret_key", "value"];
const SSH_KEYS: readonly string[] = ["ssh_keys", "public_key"];
const TEXTS: readonly string[] = ["user_data", "content"];

/** A field `key` is the name of an object, but for the one that encrypts copies. */
function isSecret({ id }: Operation, name: string): boolean {
  return SECRETS.includes(name) || (id === "backupDestination.create" && name === "key");
}

/** Expects that token and owner are shown every field of a request, and no secret. */
async function expectShown(operation: Operation, request: AnyRequest, approvalId: string): Promise<void> {
  const [toToken, toOwner] = await Promise.all([
    api.request("GET", `/approvals/${approvalId}`, { token: tokens.approve_all, workspaceId: api.tenant.workspaceId }),
    shownToOwner(approvalId),
  ]);
  expect(toToken.status, toToken.text).toBe(200);
  const { rows } = await api.database.pool.query<{ stored: string }>(
    "SELECT to_jsonb(approval)::text AS stored FROM approval WHERE approval_id = $1",
    [approvalId],
  );
  for (const [name, value] of Object.entries(sentBy(operation, request))) {
    if (isSecret(operation, name))
      for (const text of [toToken.text, JSON.stringify(toOwner), rows[0]?.stored])
        expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
    for (const field of fieldsFor(operation, name, value)) {
      expect(toOwner.fields).toContainEqual(field);
      expect(toToken.body.fields).toContainEqual({ ...field, text: null });
    }
  }
  if (operation.irreversible || operation.needsApproval === true) expect(toOwner.warnings).toHaveLength(1);
  counted.shown++;
}

/** The fields of a request with their defaults, as the operation takes them. */
function sentBy({ params, query, body }: Operation, request: AnyRequest): Readonly<Record<string, unknown>> {
  return JSON.parse(
    JSON.stringify({
      ...params.parse(request.params ?? {}),
      ...query.parse(request.query ?? {}),
      ...body.parse(request.body ?? {}),
    }),
  );
}

function fieldsFor(operation: Operation, name: string, value: unknown): RequestedField[] {
  if (value !== null && isSecret(operation, name))
    return [{ field: name, shown_as: "secret", value: "set", text: null }];
  if (typeof value === "string" && TEXTS.includes(name)) {
    const digest = createHash("sha256").update(value).digest("hex");
    return [{ field: name, shown_as: "text", value: `${value.length} bytes, SHA-256 ${digest}`, text: value }];
  }
  if (!SSH_KEYS.includes(name) || value === null) return [{ field: name, shown_as: "value", value, text: null }];
  return (Array.isArray(value) ? value : [value]).map((key: string, index) => {
    const [type = "", bytes = "", comment] = key.split(" ");
    const digest = createHash("sha256").update(Buffer.from(bytes, "base64")).digest("base64").replace(/=+$/, "");
    const words = `${type} SHA256:${digest} ${comment ?? "without a comment"}`;
    return { field: Array.isArray(value) ? `${name}.${index}` : name, shown_as: "ssh_key", value: words, text: null };
  });
}

describe.each(held)("%s", (_, operation) => {
  test("changes nothing before a person has approved it", async () => {
    for (const request of api.own.requests(operation)) {
      const before = await stateOf();
      const send = (guard: keyof typeof tokens) =>
        api.own.send(operation, request, { token: tokens[guard], key: randomUUID() });
      expect(codeOf(await send("plan_only"))).toBe("403 plan_only_token");
      const asked = await send("approve_all");
      expect(REFUSED).toContain(codeOf(asked));
      if (codeOf(asked) === "403 approval_required") await expectShown(operation, request, asked.body.approval_id);
      counted.plan_only++;
      counted.approve_all++;
      expect(await stateOf()).toEqual(before);
      const destructive = await send("approve_destructive");
      if (REFUSED.includes(codeOf(destructive))) {
        counted.approve_destructive++;
        expect(await stateOf()).toEqual(before);
        continue;
      }
      counted.done++;
      expect(destructive.status, destructive.text).toBe(operation.success);
      expect(isHeldAlways(operation)).toBe(false);
    }
  });
});

/** Whether the declaration alone says that a person must approve it. */
function isHeldAlways({ needsApproval, irreversible, method }: Operation): boolean {
  return needsApproval === true || irreversible || method === "DELETE";
}

/** A guarded token names no token that is held less. */
const REFUSED = ["403 approval_required", "403 exceeds_own_token"];

function codeOf({ status, body }: { readonly status: number; readonly body: { readonly code?: string } }): string {
  return `${status} ${body.code}`;
}
