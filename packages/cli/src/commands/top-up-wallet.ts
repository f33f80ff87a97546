import { topUpWallet } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { walletAnswer } from "./wallet-answer.ts";

export const topUpWalletCommand = defineCommand({
  name: "admin wallet top-up",
  about: "Add to what an organization has; a suspension by metering ends when that covers what was used",
  options: {
    organization: { value: "ID", about: "the organization" },
    amount: { value: "DECIMAL", about: "how much more it has, such as 50.00" },
    reference: {
      value: "TEXT",
      about: "what it was for, such as the number of a payment; a second top-up of one reference is refused",
      optional: true,
    },
  },
  async run({ database }, { organization, amount, reference }) {
    return walletAnswer(await topUpWallet(database, { organizationId: organization, amount, reference }));
  },
});
