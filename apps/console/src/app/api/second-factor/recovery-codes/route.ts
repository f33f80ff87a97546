import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { originOf } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

/** Replaces the recovery codes with new ones. */
export function POST(request: Request) {
  return answerWithCookies(request, async () =>
    services().identity.secondFactor.renewRecoveryCodes(
      await jsonBody(request),
      request.headers,
      originOf(request.headers),
    ),
  );
}
