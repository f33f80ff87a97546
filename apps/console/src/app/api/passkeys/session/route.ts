import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { services } from "@/server/services.ts";

/** Returns the challenge that the browser signs to sign in. */
export function POST(request: Request) {
  return answerWithCookies(request, () => services().identity.passkeys.beginSignIn(request.headers));
}

/** Signs in with a passkey's signature. */
export function PUT(request: Request) {
  return answerWithCookies(request, async () =>
    services().identity.passkeys.signIn(await jsonBody(request), request.headers),
  );
}
