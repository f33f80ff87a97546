// A token with a guard changes nothing without a person, by any operation of the catalog.
import { randomUUID } from "node:crypto";
import type { Operation } from "@fulmar/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { databaseState } from "../database-state.ts";
import { eachOperation } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { rejectAll } from "./adversary-fixture.ts";

let api: ArrangedApi;
let tokens: Readonly<Record<"plan_only" | "approve_all" | "approve_destructive", string>>;
const counted = { plan_only: 0, approve_all: 0, approve_destructive: 0, done: 0 };
beforeAll(async () => {
  api = await startArrangedApi();
  tokens = {
    plan_only: await api.createToken(api.tenant, { guard: "plan_only" }),
    approve_all: await api.createToken(api.tenant, { guard: "approve_all" }),
    approve_destructive: await api.createToken(api.tenant, { guard: "approve_destructive" }),
  };
}, ARRANGING_MS);
// Few requests of a token may wait.
afterEach(() => rejectAll(api));
afterAll(() => {
  // The figures of the report.
  console.info(JSON.stringify(counted));
  return api.close();
});

const held = eachOperation.filter(([, { safe, needsApproval }]) => !safe || needsApproval === true);

/** What may differ after a request that a guard has stopped: that it waits, and the trail. */
const TRACES = ["public.approval", "public.audit_event", "public.event", "public.change"] as const;

async function stateOf() {
  const state: Record<string, string> = { ...(await databaseState(api.database)) };
  for (const trace of TRACES) delete state[trace];
  return state;
}

describe.each(held)("%s", (_, operation) => {
  test("changes nothing before a person has approved it", async () => {
    for (const request of api.own.requests(operation)) {
      const before = await stateOf();
      const send = (guard: keyof typeof tokens) =>
        api.own.send(operation, request, { token: tokens[guard], key: randomUUID() });
      expect(codeOf(await send("plan_only"))).toBe("403 plan_only_token");
      expect(REFUSED).toContain(codeOf(await send("approve_all")));
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
function isHeldAlways({ needsApproval, irreversible, method, id }: Operation): boolean {
  return needsApproval === true || irreversible || (method === "DELETE" && !LINKS.has(id));
}

/** They delete nothing but a link, or a setting. */
const LINKS: ReadonlySet<string> = new Set(["firewallInstance.unlink", "vpcNode.detach"]);

/** A guarded token names no token that is held less. */
const REFUSED = ["403 approval_required", "403 exceeds_own_token"];

function codeOf({ status, body }: { readonly status: number; readonly body: { readonly code?: string } }): string {
  return `${status} ${body.code}`;
}
