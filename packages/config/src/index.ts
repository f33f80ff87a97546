export type { AcmeConfiguration } from "./acme.ts";
export type { Cell, Cells } from "./cells.ts";
export {
  type Configuration,
  ConfigurationError,
  loadConfiguration,
  loadStartConfiguration,
  type Secrets,
  type StartConfiguration,
} from "./configuration.ts";
export type { DnsConfiguration } from "./dns.ts";
export {
  type CdnEdgeConfiguration,
  type EdgeConfiguration,
  loadEdgeConfiguration,
  type VrrpConfiguration,
} from "./edge.ts";
export { isGuessable } from "./guessable.ts";
export { inheritedSocket } from "./inherited-socket.ts";
export type { MailConfiguration } from "./mail.ts";
export type { PaymentConfiguration } from "./payments.ts";
export { releaseVersion } from "./release.ts";
export type { SingleSignOn } from "./single-sign-on.ts";
export { isEncrypted } from "./variables.ts";
