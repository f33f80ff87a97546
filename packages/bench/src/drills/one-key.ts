import { Client } from "../client.ts";
import type { Product } from "../product.ts";
import type { Finding } from "./finding.ts";

const ABREAST = 100;

/**
 * A hundred concurrent creates with one idempotency key over two API processes must give one VM, one operation and one
 * answer.
 */
export async function oneKeyDrill(product: Product): Promise<Finding> {
  const clients = [
    new Client(await product.startApi(), product),
    new Client(await product.startApi(), product),
  ] as const;
  const vmBody = await clients[0].vmBody();
  const answers = await Promise.all(
    Array.from({ length: ABREAST }, (_, index) =>
      clients[index % 2 === 0 ? 0 : 1].post("/compute/cloud-vms", "one-key", { ...vmBody, name: "only-one" }),
    ),
  );
  const accepted = answers.filter((answer) => answer.status === 202).length;
  const distinct = new Set(answers.map((answer) => JSON.stringify(answer.body))).size;
  const vms = await product.database.prisma.vm.count();
  const operations = await product.database.prisma.operation.count();
  return {
    drill: `${ABREAST} concurrent creates with one idempotency key`,
    found: `${accepted} answers 202, ${distinct} distinct, ${vms} VM, ${operations} operation`,
    holds: accepted === ABREAST && distinct === 1 && vms === 1 && operations === 1,
  };
}
