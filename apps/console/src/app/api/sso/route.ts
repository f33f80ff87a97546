import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { services } from "@/server/services.ts";
import { singleSignOn } from "@/server/single-sign-on.ts";

/** Begins a sign-in by the configured provider: answers with its page. */
export function POST(request: Request) {
  return answerWithCookies(request, async () =>
    singleSignOn(services().identity).begin(await jsonBody(request), request.headers),
  );
}
