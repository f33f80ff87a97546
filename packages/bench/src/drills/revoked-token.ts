import { revokeToken } from "@fulmar/core/operator";
import { Client } from "../client.ts";
import type { Product } from "../product.ts";
import type { Finding } from "./finding.ts";

/** A token is revoked while three API processes use it. Each must refuse the next request. */
export async function revokedTokenDrill(product: Product): Promise<Finding> {
  const clients = [];
  for (let index = 0; index < 3; index++) clients.push(new Client(await product.startApi(), product));
  const before = await Promise.all(clients.map((client) => client.get("/compute/cloud-vms")));
  const token = await product.database.prisma.apiToken.findFirstOrThrow({
    where: { organization_id: product.organizationId },
  });
  await revokeToken(product.database, { tokenId: token.token_id });
  const after = await Promise.all(clients.map((client) => client.get("/compute/cloud-vms")));
  return {
    drill: "A token revoked under three API processes",
    found:
      `before ${before.map((answer) => answer.status).join(" ")}, on the next request ` +
      `${after.map((answer) => answer.status).join(" ")}`,
    holds: before.every((answer) => answer.status === 200) && after.every((answer) => answer.status === 401),
  };
}
