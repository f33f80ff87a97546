import { answerWithCookies, jsonBody } from "@/server/answer.ts";
import { originOf } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

const secondFactor = () => services().identity.secondFactor;

/** Makes a secret for an authenticator app, and recovery codes. */
export function POST(request: Request) {
  return answerWithCookies(request, async () => secondFactor().begin(await jsonBody(request), request.headers));
}

/** Puts them in force: a code of the app is right. */
export function PUT(request: Request) {
  return answerWithCookies(request, async () =>
    secondFactor().confirm(await jsonBody(request), request.headers, originOf(request.headers)),
  );
}

/** Turns it off. */
export function DELETE(request: Request) {
  return answerWithCookies(request, async () =>
    secondFactor().end(await jsonBody(request), request.headers, originOf(request.headers)),
  );
}
