export {
  type Configuration,
  ConfigurationError,
  loadConfiguration,
  loadStartConfiguration,
  type StartConfiguration,
} from "./configuration.ts";
export type { MailConfiguration } from "./mail.ts";
export type { SingleSignOn } from "./single-sign-on.ts";
