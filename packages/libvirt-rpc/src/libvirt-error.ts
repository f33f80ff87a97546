/** Codes of libvirt's errors that callers tell apart (https://libvirt.org/html/libvirt-virterror.html). */
export const LIBVIRT_CODE = {
  internalError: 1,
  noMemory: 2,
  noSupport: 3,
  invalidArgument: 8,
  operationFailed: 9,
  systemError: 38,
  noDomain: 42,
  authFailed: 45,
  noPool: 49,
  noVolume: 50,
  noNodeDevice: 53,
  operationInvalid: 55,
  noSecret: 66,
  configUnsupported: 67,
  operationTimeout: 68,
  noMetadata: 80,
  operationUnsupported: 84,
  agentUnresponsive: 86,
  resourceBusy: 87,
  volumeExists: 90,
  agentUnsynced: 97,
  deviceMissing: 99,
  agentCommandTimeout: 112,
  agentCommandFailed: 113,
} as const;

/** What a server refused. The message is the server's own, for logs. */
export class LibvirtError extends Error {
  override readonly name = "LibvirtError";
  readonly code: number;
  /** The part of libvirt that it comes from (virErrorDomain). */
  readonly origin: number;

  constructor({ code, origin, message }: { readonly code: number; readonly origin: number; readonly message: string }) {
    super(message);
    this.code = code;
    this.origin = origin;
  }
}

/** A connection that cannot be made, or that ended. */
export class LibvirtUnreachable extends Error {
  override readonly name = "LibvirtUnreachable";
}

/** Whether an error is the server's, with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly (keyof typeof LIBVIRT_CODE)[]): boolean {
  return error instanceof LibvirtError && codes.some((code) => LIBVIRT_CODE[code] === error.code);
}
