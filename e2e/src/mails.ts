import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Product } from "./product.ts";

/** The links for a new password that an installation has mailed to an address: development writes mails as files. */
export function passwordLinks({ dataDir }: Product, email: string): readonly string[] {
  const folder = join(dataDir, "mail");
  // The folder comes with the first mail.
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("=\r\n", ""))
    .filter((text) => text.includes(`To: ${email}`))
    .flatMap((text) => /\/new-password#[\w-]+/.exec(text)?.[0] ?? []);
}
