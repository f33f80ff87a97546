import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { currentSingleSignOn, registerFirstUser } from "@/server/domain.ts";
import { originOf } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

/** Sets up the installation: creates the first user with an organization and a workspace, and signs them in. */
export function POST(request: Request) {
  return answerWithCookies(request, async () => {
    const { database, configuration, identity } = services();
    const input = await jsonBody(request);
    const { email, password } = await registerFirstUser(database, configuration, input, originOf(request.headers));
    if ((await currentSingleSignOn(database.sql, configuration))?.only) return { cookies: [], body: {} };
    return identity.signIn({ email, password }, request.headers);
  });
}
