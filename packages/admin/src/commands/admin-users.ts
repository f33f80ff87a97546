import type { Actions } from "../actions.ts";
import { command } from "../program.ts";

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
