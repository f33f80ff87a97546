import type { Transaction } from "@fulmar/prisma";
import { invalidField } from "../kernel/domain-error.ts";

/** Checks the site that a request names. @throws DomainError 400 that names the field: sites are of the catalog, not of the workspace */
export async function requireSite({ prisma }: Pick<Transaction, "prisma">, siteId: string): Promise<void> {
  const site = await prisma.site.findUnique({ where: { site_id: siteId }, select: { site_id: true } });
  if (site === null) throw invalidField("site_id", "is not a site of the catalog");
}
