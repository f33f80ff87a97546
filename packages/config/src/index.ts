export {
  type Configuration,
  ConfigurationError,
  loadConfiguration,
  loadStartConfiguration,
  type StartConfiguration,
} from "./configuration.ts";
export type { MailConfiguration } from "./mail.ts";
