// Who runs the installation, their tokens, their trail, and whom they act for.
import { randomUUID } from "node:crypto";
import type { OperatorExamples } from "../operator-fixture.ts";
import { inDays, type OperatorFixture } from "../operator-fixture.ts";

export const operatorRoleExamples = {
  "operator.self": () => ({}),
  "operator.list": () => ({}),
  "operator.get": ({ operator }) => ({ user_id: operator }),
  "operator.add": async (fixture) => ({ email: (await fixture.person()).email, role: "support" }),
  "operator.setRole": async (fixture) => ({ user_id: await fixture.newSupport(), role: "operator" }),
  "operator.remove": async (fixture) => ({ user_id: await fixture.newSupport() }),
  "operatorToken.list": () => ({}),
  "operatorToken.get": async (fixture) => ({ token_id: await madeToken(fixture) }),
  "operatorToken.create": () => ({ name: "export", scopes: ["operator.read"], expires_at: inDays(30) }),
  "operatorToken.revoke": async (fixture) => ({ token_id: await madeToken(fixture) }),
  "operatorEvent.list": () => ({}),
  "operatorActing.list": () => ({}),
  "operatorActing.get": async (fixture) => ({ acting_id: await madeView(fixture) }),
  "operatorActing.start": async (fixture) => ({
    organization_id: await fixture.organization(),
    reason: "Ticket 4711.",
    minutes: 10,
  }),
  "operatorActing.end": async (fixture) => ({ acting_id: await madeView(fixture) }),
} satisfies OperatorExamples;

/** By another operator each time, for each views one organization. */
async function madeView(fixture: OperatorFixture): Promise<string> {
  const { id: userId, email } = await fixture.person();
  await fixture.made("operator.add", { email, role: "operator" });
  const sessionId = randomUUID();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await fixture.api.database.prisma.session.create({ data: { id: sessionId, userId, token: randomUUID(), expiresAt } });
  const example = await operatorRoleExamples["operatorActing.start"](fixture);
  const { value, refusal } = await fixture.call("operatorActing.start", example, {
    kind: "session",
    userId,
    sessionId,
  });
  if (refusal !== undefined) throw refusal;
  return String(value.acting_id);
}

async function madeToken(fixture: OperatorFixture): Promise<string> {
  const example = operatorRoleExamples["operatorToken.create"]();
  return String((await fixture.made("operatorToken.create", example)).token_id);
}
