export {
  type Configuration,
  loadConfiguration,
  loadStartConfiguration,
  type StartConfiguration,
} from "./configuration.ts";
export { ConfigurationError } from "./configuration-error.ts";
