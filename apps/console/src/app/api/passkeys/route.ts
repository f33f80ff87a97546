import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { originOf } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

/** What the browser makes a passkey of. */
export function POST(request: Request) {
  return answerWithCookies(request, async () =>
    services().identity.passkeys.beginRegistration(await jsonBody(request), request.headers),
  );
}

/** Keeps the passkey that it made. */
export function PUT(request: Request) {
  return answerWithCookies(request, async () =>
    services().identity.passkeys.register(await jsonBody(request), request.headers, originOf(request.headers)),
  );
}
