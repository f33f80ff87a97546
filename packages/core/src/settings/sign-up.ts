// Who gets an account without an operator, and who makes organizations.
import { SIGN_UPS } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { DomainError } from "../request/domain-error.ts";

const policy = statement(
  "settings_sign_up",
  `SELECT sign_up, sign_up_domains,
          EXISTS (SELECT FROM invitation WHERE email = $email AND accepted_at IS NULL AND expires_at > now()) AS invited
     FROM installation_settings`,
);

const makers = statement(
  "settings_organization_makers",
  `SELECT new_organizations = 'everyone' OR EXISTS (
            SELECT FROM operator o WHERE o.user_id = $user_id AND o.role = 'operator') AS may
     FROM installation_settings`,
);

const SignUp = z.enum(SIGN_UPS);

/**
 * Whether an address that somebody else vouches for gets an account. An open invitation is always enough. A domain is
 * meant alone, without those below it.
 */
export async function maySignUp({ sql }: { readonly sql: Sql }, address: string): Promise<boolean> {
  // A dot at the end names the same domain.
  const email = address.trim().toLowerCase().replace(/\.$/, "");
  const { sign_up, sign_up_domains, invited } = await sql.one(policy, { email });
  if (invited) return true;
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const byPolicy = { open: true, invited: false, domains: sign_up_domains.includes(domain) };
  return byPolicy[SignUp.parse(sign_up)];
}

/** @throws DomainError 403 where operators alone make organizations, for somebody else */
export async function requireOrganizationMaker(sql: Sql, userId: string): Promise<void> {
  if (!(await sql.one(makers, { user_id: userId })).may)
    throw new DomainError("forbidden", "Only operators make organizations here; ask for one, or for an invitation.", {
      code: "organizations_closed",
    });
}
