import type { SingleSignOn } from "@fulmar/config";
import { ReturnPath } from "@fulmar/contract/console";
import { type Database, statement } from "@fulmar/prisma";
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { z } from "zod";
import type { CellDirectory } from "../cells/index.ts";
import { DomainError } from "../request/domain-error.ts";
import { TooManyAttempts } from "../request/door/attempt-limit.ts";
import { RateLimiter } from "../request/door/rate-limit.ts";
import { parseBy } from "../request/parse-input.ts";
import { maySignUp } from "../settings/index.ts";
import { auditAccount, auditSignIn } from "./audit-account.ts";
import { CALLBACK_PATH, discoveryUrlOf } from "./check-single-sign-on.ts";
import type { CookieAnswer, IdentityParts } from "./create-auth.ts";
import { isFirstRun } from "./register.ts";
import { accountProviderOf, recordFirstIssuer } from "./sign-in-provider.ts";

const PROVIDER_TIMEOUT_MS = 15_000;

/** The page to return to. */
const Begin = z.strictObject({ next: ReturnPath.optional() });

/** Where the provider's answer is refused. The sign-in page words the codes. */
const REFUSED = "/sign-in";
/** The code of a refusal where another cell makes the account; the name of the cell follows. */
const OTHER_CELL = "cell_";
/** Where a user who was created just now returns to. It is no page that a sign-in can lead to by itself. */
const NEW_USER = "/api/sso/new-user";

const join = statement(
  "sso_join",
  `INSERT INTO member (organization_id, user_id, role) SELECT o.organization_id, $user_id, $role FROM organization o
    WHERE o.organization_id = $organization_id
       ON CONFLICT (organization_id, user_id) DO NOTHING RETURNING 1`,
);

/**
 * Sign-in by an OpenID Connect provider: authorization code flow with PKCE, state and nonce. The ID token is checked
 * against the provider's keys.
 * @param current the provider of now, which operators may change at any moment
 */
export function singleSignOnOf(
  { auth, database }: Pick<IdentityParts, "auth" | "database">,
  current: () => Promise<SingleSignOn | undefined>,
  { ofHost, cells }: { readonly ofHost: boolean; readonly cells?: CellDirectory | undefined },
) {
  const attempts = new RateLimiter({ perSecond: 1, burst: 60 });
  let opened: { readonly by: string; readonly auth: Promise<Opened> } | undefined;

  /**
   * better-auth reads the provider's configuration once, until operators change it. Without an answer, the next sign-in
   * tries again.
   */
  const open = async () => {
    const sso = await current();
    if (sso === undefined) throw new DomainError("not_found", "This installation has no single sign-on.");
    const by = JSON.stringify(sso);
    if (opened?.by !== by) {
      const opening = { by, auth: inTime(openAuth(auth, database, sso, { ofHost, cells })) };
      opened = opening;
      opening.auth.catch(() => {
        if (opened === opening) opened = undefined;
      });
    }
    const { provider, api } = await opened.auth;
    return { sso, provider, api };
  };

  const count = (headers: Headers) => {
    if (!attempts.take(headers.get("x-forwarded-for") ?? "").allowed) throw new TooManyAttempts(60, 0);
  };

  return {
    /**
     * Begins a sign-in.
     * @returns the page of the provider to which the browser goes next
     * @throws DomainError 400, 404 without a provider, 429, 503 if the provider does not answer
     */
    async begin(input: unknown, headers: Headers): Promise<CookieAnswer<{ readonly url: string }>> {
      count(headers);
      const { next = "/" } = parseBy(Begin, input);
      const { provider, api } = await open();
      const { headers: answer, response } = await api.signInSocial({
        body: {
          ...{ provider, callbackURL: next, newUserCallbackURL: `${NEW_USER}?${new URLSearchParams({ next })}` },
          ...{ errorCallbackURL: REFUSED, disableRedirect: true },
        },
        headers,
        returnHeaders: true,
      });
      if (!("url" in response) || response.url === undefined)
        throw new Error("better-auth named no page of the provider");
      return { cookies: answer.getSetCookie(), body: { url: response.url } };
    },

    /**
     * Ends a sign-in by what the provider sent the browser back with.
     * @returns the path of the console to which the browser goes next: with the reason, if the sign-in is refused
     * @throws DomainError 404 without a provider, 429, 503 if the provider does not answer
     */
    async finish(query: URLSearchParams, headers: Headers): Promise<{ cookies: readonly string[]; path: string }> {
      count(headers);
      const { sso, provider, api } = await open();
      const answer = await inTime(
        api.callbackOAuth({
          ...{ method: "GET", params: { id: provider }, query: Object.fromEntries(query) },
          ...{ headers, asResponse: true },
        }),
      );
      const cookies = answer.headers.getSetCookie();
      const target = new URL(answer.headers.get("location") ?? REFUSED, "http://console.invalid");
      if (target.pathname === REFUSED) return { cookies, path: `${REFUSED}${target.search}` };
      const session = await auth.api.getSession({ headers: withCookies(headers, cookies) });
      if (session === null) return { cookies, path: `${REFUSED}?error=no_session` };
      const isNew = target.pathname === NEW_USER;
      if (isNew) await joinOrganization(database, sso, session.user.id, headers);
      await auditSignIn(database, session.user.id, headers);
      return { cookies, path: isNew ? (target.searchParams.get("next") ?? "/") : `${target.pathname}${target.search}` };
    },
  };
}

type Opened = Awaited<ReturnType<typeof openAuth>>;

/** better-auth with the same sessions and cookies, and the provider as the one way to sign in. */
async function openAuth(
  base: IdentityParts["auth"],
  database: Database,
  sso: SingleSignOn,
  { ofHost, cells }: { readonly ofHost: boolean; readonly cells: CellDirectory | undefined },
) {
  await recordFirstIssuer(database.sql, sso.issuer, ofHost);
  const provider = await accountProviderOf(database.sql, sso.issuer);
  const auth = betterAuth({
    ...base.options,
    emailAndPassword: { enabled: false },
    basePath: "/api/sso",
    onAPIError: { errorURL: REFUSED },
    user: {
      // Asked at each sign-in, not only the first: an address that the provider no longer vouches for is refused.
      validateUserInfo: async ({ source }) => {
        const { email, email_verified } = source.oauth?.profile ?? {};
        const [, domain = ""] = typeof email === "string" ? email.toLowerCase().split("@") : [];
        if (email_verified !== true) return { error: "email_not_verified" };
        if (sso.domains.length > 0 && !sso.domains.includes(domain)) return { error: "other_domain" };
        // The first user takes the installation with the setup token.
        if (source.action === "create-user" && (await isFirstRun(database))) return { error: "not_set_up" };
        if (source.action === "create-user" && typeof email === "string") {
          if (!(await maySignUp(database, email))) return { error: "sign_up_closed" };
          return refusalByCells(cells, email);
        }
        return undefined;
      },
    },
    account: {
      // An account whose address was never proven may have been made by somebody else, who knows its password.
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      account: {
        create: {
          // Nothing is asked of the provider later, so its tokens are not kept.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    plugins: [
      genericOAuth({
        config: [
          {
            ...{ providerId: provider, clientId: sso.clientId, clientSecret: sso.clientSecret },
            redirectURI: `${base.options.baseURL}${CALLBACK_PATH}`,
            discoveryUrl: discoveryUrlOf(sso.issuer),
            requireIdTokenVerification: true,
            scopes: ["openid", "email", "profile"],
            pkce: true,
            accountSubject: ({ tokens, profile }) => subjectOf(tokens.idToken, profile.sub),
          },
        ],
      }),
    ],
  });
  const context = await auth.$context;
  if (!context.socialProviders.some(({ id }) => id === provider)) throw noAnswer();
  return { provider, api: auth.api };
}

/** Accounts of one person are not made in several cells, unless they are invited there. */
async function refusalByCells(
  cells: CellDirectory | undefined,
  email: string,
): Promise<{ readonly error: string } | undefined> {
  try {
    const cell = await cells?.ofNewAccount(email.toLowerCase());
    return cell === undefined ? undefined : { error: `${OTHER_CELL}${cell.name}` };
  } catch (error) {
    if (error instanceof DomainError) return { error: error.code };
    throw error;
  }
}

/**
 * The user's id at the provider. Details that were fetched apart must be of the user of the ID token (OpenID Connect
 * Core, 5.3.2).
 */
function subjectOf(idToken: string | undefined, sub: unknown): string {
  // better-auth has verified the token by now.
  const [, payload = ""] = idToken?.split(".") ?? [];
  const { sub: subject } = Claims.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (subject !== sub) throw new Error("the ID token is of another user");
  return subject;
}

const Claims = z.object({ sub: z.string().min(1) });

async function joinOrganization(
  database: Database,
  { organizationId, role }: SingleSignOn,
  userId: string,
  headers: Headers,
): Promise<void> {
  if (organizationId === undefined) return;
  const sourceIp = headers.get("x-forwarded-for") ?? undefined;
  await database.transaction(async (transaction) => {
    const joined = await transaction.sql.maybe(join, { organization_id: organizationId, user_id: userId, role });
    if (joined !== undefined)
      await auditAccount(transaction, { action: "account.joinOrganization", userId, resourceId: userId, sourceIp });
  });
}

/** The request's headers as the browser sends them next. */
function withCookies(headers: Headers, setCookies: readonly string[]): Headers {
  const next = new Headers(headers);
  next.set("cookie", setCookies.map((line) => line.split(";")[0]).join("; "));
  return next;
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer()), PROVIDER_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function noAnswer(): DomainError {
  return new DomainError("unavailable", "The sign-in provider does not answer; try again in a minute.", {
    code: "sso_unavailable",
  });
}

/** @throws DomainError 403 where only the provider signs users in */
export function requirePasswords(sso: SingleSignOn | undefined): void {
  if (sso?.only === true)
    throw new DomainError("forbidden", `Passwords are off here; sign in with ${sso.name}.`, { code: "passwords_off" });
}
