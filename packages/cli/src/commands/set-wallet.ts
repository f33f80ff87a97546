import { setWallet } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const setWalletCommand = defineCommand({
  name: "admin wallet set",
  about: "Say what an organization has and how much it may owe",
  options: {
    organization: { value: "ID", about: "the organization" },
    balance: { value: "DECIMAL", about: "what it has, such as 100.50; below nothing it is a debt" },
    "credit-limit": { value: "DECIMAL", about: "what it may owe besides" },
  },
  async run({ database }, { organization, balance, "credit-limit": creditLimit }) {
    const wallet = await setWallet(database, { organizationId: organization, balance, creditLimit });
    return {
      organization_id: organization,
      balance: wallet.balance,
      credit_limit: wallet.creditLimit,
      currency: wallet.currency,
    };
  },
});
