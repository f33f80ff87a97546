import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { originOf } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

const secondFactor = () => services().identity.secondFactor;

/** Creates a secret for an authenticator app, and recovery codes. */
export function POST(request: Request) {
  return answerWithCookies(request, async () => secondFactor().begin(await jsonBody(request), request.headers));
}

/** Enables the second factor once the app's code is correct. */
export function PUT(request: Request) {
  return answerWithCookies(request, async () =>
    secondFactor().confirm(await jsonBody(request), request.headers, originOf(request.headers)),
  );
}

/** Disables the second factor. */
export function DELETE(request: Request) {
  return answerWithCookies(request, async () =>
    secondFactor().end(await jsonBody(request), request.headers, originOf(request.headers)),
  );
}
