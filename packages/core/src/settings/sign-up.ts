// Who gets an account without an operator.
import { SIGN_UPS } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";

const policy = statement(
  "settings_sign_up",
  `SELECT sign_up, sign_up_domains,
          EXISTS (SELECT FROM invitation WHERE email = $email AND accepted_at IS NULL AND expires_at > now()) AS invited
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
