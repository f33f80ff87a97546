import { registerFirstUser } from "@fulmar/core/identity";
import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { originOf } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

/** Sets the installation up: the first user with their organization and workspace, signed in at once. */
export function POST(request: Request) {
  return answerWithCookies(request, async () => {
    const { database, identity } = services();
    const { email, password } = await registerFirstUser(database, await jsonBody(request), originOf(request.headers));
    return identity.signIn({ email, password }, request.headers);
  });
}
