import "server-only";
import { services } from "./services.ts";

/** The origin of the API's WebSockets, such as `wss://api.example.com`. */
export function terminalOrigin(): string {
  return new URL(services().configuration.publicApiUrl.replace(/^http/, "ws")).origin;
}
