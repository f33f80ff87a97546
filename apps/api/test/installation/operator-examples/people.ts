// Accounts of people.
import type { OperatorExamples, OperatorFixture } from "../operator-fixture.ts";

export const personExamples = {
  "operatorPerson.list": () => ({ limit: 5 }),
  "operatorPerson.get": ({ operator }) => ({ user_id: operator }),
  "operatorPerson.endSessions": async (fixture) => ({
    user_id: await fixture.signedIn(),
    reason: "The laptop was stolen.",
  }),
  "operatorPerson.resetSecondFactor": async (fixture) => ({
    user_id: await withSecondFactor(fixture),
    reason: "Lost phone",
  }),
  "operatorPerson.lock": async (fixture) => ({ user_id: await fixture.signedIn(), reason: "Taken over." }),
  "operatorPerson.unlock": async (fixture) => {
    const user_id = await fixture.signedIn();
    await fixture.made("operatorPerson.lock", { user_id, reason: "Taken over." });
    return { user_id, reason: "The owner has it back." };
  },
  "operatorPerson.delete": async (fixture) => ({ user_id: (await fixture.person()).id }),
} satisfies OperatorExamples;

async function withSecondFactor(fixture: OperatorFixture): Promise<string> {
  const { id } = await fixture.person();
  await fixture.api.database.prisma.user.update({ where: { id }, data: { twoFactorEnabled: true } });
  return id;
}
