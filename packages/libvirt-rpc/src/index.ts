export { LibvirtConnection, type ServerEvent } from "./connection.ts";
export type { LibvirtEndpoint } from "./endpoint.ts";
export { hasCode, LIBVIRT_CODE, LibvirtError, LibvirtUnreachable } from "./libvirt-error.ts";
export type { Procedure } from "./procedures.ts";
export * as procedures from "./procedures.ts";
export type { LibvirtStream } from "./stream.ts";
export type { Domain, Pool, Volume } from "./wire/values.ts";
