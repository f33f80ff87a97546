import { randomBytes } from "node:crypto";
import type { CdnCustomDomain } from "@fulmar/contract";
import type { CdnCustomDomain as CustomDomainRow, Prisma } from "@fulmar/prisma";
import { toTimestamp } from "../kernel/timestamp.ts";
import { defaultDomainOf } from "./edge.ts";

const TOKEN_BYTES = 16;

/** The custom domains of one workspace's distributions. */
export class CustomDomainRepository {
  readonly #prisma: Prisma.TransactionClient;
  readonly #workspaceId: bigint;

  constructor(prisma: Prisma.TransactionClient, workspaceId: bigint) {
    this.#prisma = prisma;
    this.#workspaceId = workspaceId;
  }

  /** Newest first. */
  listOf(distributionId: string): Promise<CustomDomainRow[]> {
    return this.#prisma.cdnCustomDomain.findMany({
      where: { workspace_id: this.#workspaceId, distribution_id: distributionId },
      orderBy: [{ created_at: "desc" }, { domain: "asc" }],
    });
  }

  insert(distributionId: string, domain: string): Promise<CustomDomainRow> {
    const validation_token = randomBytes(TOKEN_BYTES).toString("hex");
    return this.#prisma.cdnCustomDomain.create({ data: { workspace_id: this.#workspaceId, distribution_id: distributionId, domain, validation_token } });
  }
}

export function toCustomDomain(row: CustomDomainRow): CdnCustomDomain {
  const { domain, status, tls_status } = row;
  return { domain, status, created_at: toTimestamp(row.created_at), tls_status, instructions: instructionsFor(row) };
}

/** What is left for the domain's owner to do; null once the domain has been proved to be theirs. */
function instructionsFor({ domain, distribution_id, status, validation_token }: CustomDomainRow): string[] | null {
  if (status === "pending_tls" || status === "active") return null;
  return [
    `Create a TXT record for _fulmar-challenge.${domain} with the value ${validation_token}.`,
    `Create a CNAME record for ${domain} that points to ${defaultDomainOf(distribution_id)}.`,
  ];
}
