export {
  type Configuration,
  ConfigurationError,
  loadConfiguration,
  loadStartConfiguration,
  type Secrets,
  type StartConfiguration,
} from "./configuration.ts";
