import "server-only";

/**
 * The domain as the console's server sees it. Next leaves these imports to Node, which runs the packages as it
 * does for the API: bundled, the domain would be compiled once for each of a dozen chunks
 * (docs/adr/0098-the-console-bundles-no-domain.md).
 */
export const {
  createCore,
  DomainError,
  listEndpoints,
  readInvitation,
  readLogo,
  readProfile,
  readSettings,
  refusalOf,
} = await import(/* turbopackIgnore: true */ "@fulmar/core");
export const {
  choosePassword,
  createIdentity,
  currentSingleSignOn,
  isFirstRun,
  registerFirstUser,
  registerNewMember,
  requestPasswordReset,
  requirePasswords,
  sendsMail,
} = await import(/* turbopackIgnore: true */ "@fulmar/core/identity");
export const { loadConfiguration } = await import(/* turbopackIgnore: true */ "@fulmar/config");
export const { createLogger, readiness } = await import(/* turbopackIgnore: true */ "@fulmar/http");
export const { openDatabase } = await import(/* turbopackIgnore: true */ "@fulmar/prisma");
export const { createContext, createRouter } = await import(/* turbopackIgnore: true */ "@fulmar/trpc");
