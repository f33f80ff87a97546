import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { originOf } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

/** Returns the options from which the browser creates a passkey. */
export function POST(request: Request) {
  return answerWithCookies(request, async () =>
    services().identity.passkeys.beginRegistration(await jsonBody(request), request.headers),
  );
}

/** Stores the passkey that the browser created. */
export function PUT(request: Request) {
  return answerWithCookies(request, async () =>
    services().identity.passkeys.register(await jsonBody(request), request.headers, originOf(request.headers)),
  );
}
