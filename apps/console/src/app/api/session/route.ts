import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { services } from "@/server/services.ts";

/** Signs in. */
export function POST(request: Request) {
  return answerWithCookies(request, async () => services().identity.signIn(await jsonBody(request), request.headers));
}

/** Signs out. */
export function DELETE(request: Request) {
  return answerWithCookies(request, () => services().identity.signOut(request.headers));
}
