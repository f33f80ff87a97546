import { type Operation, type OperatorOperationId, operatorCatalog } from "@fulmar/contract";
import type { OperatorExample } from "../operator-fixture.ts";
import { addedHostExamples } from "./added-hosts.ts";
import { catalogExamples } from "./catalog.ts";
import { installationExamples } from "./installation.ts";
import { operatorRoleExamples } from "./operators.ts";
import { organizationExamples } from "./organizations.ts";
import { paymentExamples } from "./payments.ts";
import { personExamples } from "./people.ts";
import { priceExamples } from "./prices.ts";
import { quotaExamples } from "./quotas.ts";
import { resourceExamples } from "./resources.ts";
import { settingsExamples } from "./settings.ts";
import { siteExamples } from "./sites.ts";
import { taxExamples } from "./taxes.ts";

/** A request of each operation of the installation that succeeds. An operation without one does not compile. */
export const operatorExamples: { readonly [Id in OperatorOperationId]: OperatorExample } = {
  ...operatorRoleExamples,
  ...personExamples,
  ...organizationExamples,
  ...paymentExamples,
  ...taxExamples,
  ...priceExamples,
  ...quotaExamples,
  ...catalogExamples,
  ...settingsExamples,
  ...resourceExamples,
  ...siteExamples,
  ...addedHostExamples,
  ...installationExamples,
};

/** What is refused to tokens. */
export const byPeopleAlone: ReadonlySet<OperatorOperationId> = new Set([
  "operator.add",
  "operator.setRole",
  "operator.remove",
  "operatorToken.create",
  "operatorActing.start",
  "operatorMail.set",
  "operatorMail.try",
  "operatorMail.remove",
  "operatorSingleSignOn.set",
  "operatorSingleSignOn.try",
  "operatorSingleSignOn.remove",
]);

type AnyOperatorOperation = Operation & { readonly id: OperatorOperationId };

/** Each operation of the installation without its static types, for the generated tests. */
export const eachOperatorOperation = (operatorCatalog as readonly unknown[] as readonly AnyOperatorOperation[]).map(
  (operation) => [operation.id, operation] as const,
);
