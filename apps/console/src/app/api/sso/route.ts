import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { services } from "@/server/services.ts";

/** Begins a sign-in by the configured provider: answers with its page. */
export function POST(request: Request) {
  return answerWithCookies(request, async () =>
    services().identity.singleSignOn.begin(await jsonBody(request), request.headers),
  );
}
