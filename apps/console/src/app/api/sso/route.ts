import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { services, singleSignOn } from "@/server/services.ts";

/** Begins a sign-in by the configured provider: answers with its page. */
export function POST(request: Request) {
  return answerWithCookies(request, async () =>
    singleSignOn(services().identity).begin(await jsonBody(request), request.headers),
  );
}
