import { DomainError } from "@/server/domain.ts";
import { services } from "@/server/services.ts";

/** The provider sends the browser here, with a code or a refusal. The answer is always a page. */
export async function GET(request: Request) {
  const { identity, configuration, logger } = services();
  const answer = await finish().catch((error: unknown) => {
    if (!(error instanceof DomainError)) logger.error({ err: error }, "a sign-in by single sign-on failed");
    return { cookies: [], path: `/sign-in?error=${error instanceof DomainError ? error.code : "failed"}` };
  });
  const headers = new Headers({
    location: `${configuration.publicConsoleUrl}${answer.path}`,
    "cache-control": "no-store",
  });
  for (const cookie of answer.cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });

  async function finish() {
    return identity.singleSignOn.finish(new URL(request.url).searchParams, request.headers);
  }
}
