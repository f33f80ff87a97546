import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { choosePassword, requestPasswordReset } from "@/server/domain.ts";
import { originOf } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

/** Sends a link for a new password, if the address belongs to an account. */
export function POST(request: Request) {
  return answerWithCookies(request, async () => {
    const { database, configuration } = services();
    const origin = originOf(request.headers);
    const cell = await requestPasswordReset(database, configuration, await jsonBody(request), origin);
    return { cookies: [], body: cell === undefined ? {} : { cell } };
  });
}

/** Sets a new password by the secret of such a link. */
export function PUT(request: Request) {
  return answerWithCookies(request, async () => {
    const { database, configuration } = services();
    await choosePassword(database, configuration, await jsonBody(request), originOf(request.headers));
    return { cookies: [], body: {} };
  });
}
