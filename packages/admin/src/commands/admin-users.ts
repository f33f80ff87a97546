import { OPERATOR_ROLES } from "@fulmar/contract";
import { allOperators, makeOperator } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command, UsageError } from "../program.ts";

export const userCommands = ({ answering }: Actions) => [
  command("password-link", "Make a link by which a user chooses a new password, where no e-mail arrives")
    .requiredOption("--email <ADDRESS>", "the address of the user's account")
    .action(
      answering(async ({ database, configuration }, { email }) => {
        // better-auth loads slowly, and other commands do not need it.
        const { issuePasswordReset } = await import("@fulmar/core/identity");
        const link = await issuePasswordReset(database, { email, consoleUrl: configuration.publicConsoleUrl });
        return { url: link.url, valid_minutes: String(link.validMinutes) };
      }),
    ),
];

export const operatorCommands = ({ answering }: Actions) => [
  command("add", "Make somebody with an account an operator of the installation, such as the first one")
    .requiredOption("--email <ADDRESS>", "the address of the user's account")
    .option("--role <ROLE>", "operator, or support to read alone", "operator")
    .action(
      answering(async ({ database }, { email, role: asked }) => {
        const role = OPERATOR_ROLES.find((known) => known === asked);
        if (role === undefined) throw new UsageError("The option --role is operator or support.");
        const { user_id, email: address, role: given } = await makeOperator(database, { email, role });
        return { user_id, email: address, role: given };
      }),
    ),
  command("list", "List who runs the installation").action(
    answering(async ({ database }) => ({
      operators: (await allOperators(database)).map(({ user_id, name, email, role, second_factor }) => ({
        ...{ user_id, name, email, role },
        second_factor: second_factor ? "yes" : "no",
      })),
    })),
  ),
];

export const setupToken = ({ answering }: Actions) =>
  command(
    "setup-token",
    "Make the token by which the first user takes an installation in production; an earlier token ends",
  ).action(
    answering(async ({ database, configuration }) => {
      const { issueSetupToken } = await import("@fulmar/core/identity");
      const { token, validHours } = await issueSetupToken(database);
      return { url: `${configuration.publicConsoleUrl}/welcome`, setup_token: token, valid_hours: String(validHours) };
    }),
  );
