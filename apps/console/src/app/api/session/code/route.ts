import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { services } from "@/server/services.ts";

/** The second step of signing in: an authenticator code or a recovery code. */
export function POST(request: Request) {
  return answerWithCookies(request, async () =>
    services().identity.signInWithCode(await jsonBody(request), request.headers),
  );
}
