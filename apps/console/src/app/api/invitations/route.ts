import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { currentSingleSignOn, registerNewMember, requirePasswords } from "@/server/domain.ts";
import { originOf } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

/** Creates an account from an invitation and signs the user in. */
export function POST(request: Request) {
  return answerWithCookies(request, async () => {
    const { database, configuration, identity } = services();
    requirePasswords(await currentSingleSignOn(database.sql, configuration));
    const person = await registerNewMember(database, await jsonBody(request), originOf(request.headers));
    return identity.signIn(person, request.headers);
  });
}
