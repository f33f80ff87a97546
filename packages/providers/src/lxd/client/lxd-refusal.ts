import { ProviderError } from "../../ports/provider-error.ts";

/**
 * The server refused a request, or an operation failed: `status` is the status of either. The server's message is the
 * cause.
 */
export class LxdRefusal extends ProviderError {
  readonly status: number;

  constructor(status: number, reason: string) {
    const { code, message, retryable } = kindOf(status, reason);
    super(code, message, { retryable, cause: new Error(`LXD answered ${status}: ${reason}`) });
    this.status = status;
  }
}

const FULL = /no space left|quota exceeded|not enough (free )?(space|memory|capacity)|cannot allocate memory/i;
/** Each isolated container uses 65,536 user ids, and a host has a limited number. */
const NO_IDS = /not enough uid\/gid/i;
/** Messages of the server when another operation is running on the same object, including its packet filter. */
const PASSING =
  /\bnft -f\b|\bbusy\b|in use|being used|timed? ?out|context (canceled|deadline)|database is locked|try again|in progress|temporar|currently|non-reusable operation/i;
/**
 * Version 5.0 of the server sometimes closes a file descriptor twice, and so one that another operation uses. Copies
 * then fail midway. A start that gives a container's files their owners does too, and names the file in place of the
 * cause; a second start goes on where it stopped.
 */
const LOST_FILE = /bad file descriptor|file already closed|use of closed|failed to change ownership of/i;
/** A running container removes a file, such as one of systemd in /tmp, while the server walks its files to copy them. */
const FILE_GONE = /\b(?:readdirent|lstat|open|readlink) \S+\/rootfs\/\S+: no such file or directory/i;
/** The server's helper for the files of a container ends when it is idle, and a request may come as it does. */
const HELPER_GONE = /\bforkfile\.sock: connect: /i;
/** The members' common database is busy, or has another leader in a moment. A missing row is not among these. */
const DATABASE_AWAY =
  /sql: (?:rows are closed|transaction has already|statement is closed|database is closed)|bad connection|\bdqlite\b|not (?:the )?leader/i;
/** A cluster member passed the request on to a member that is down. */
const AWAY =
  /missing event connection|no route to host|connection refused|i\/o timeout|member .*(offline|unavailable)/i;

function kindOf(status: number, reason: string): { code: string; message: string; retryable: boolean } {
  if (status === 401 || status === 403) {
    return {
      code: "site_unauthorized",
      message: "The site does not accept our credentials; its operator has to renew them.",
      retryable: false,
    };
  }
  if (AWAY.test(reason)) {
    return {
      code: "provider_unavailable",
      message:
        "The server of the site that has this resource does not answer; the operation can be tried again when it is back.",
      retryable: true,
    };
  }
  if (NO_IDS.test(reason)) {
    return {
      code: "site_full",
      message: "The site can have no more containers: its user ids are all in use; try it at another site.",
      retryable: false,
    };
  }
  if (FULL.test(reason))
    return {
      code: "site_full",
      message: "The site has no room left for this; try it at another site, or later.",
      retryable: false,
    };
  if (
    status >= 502 ||
    status === 412 ||
    [PASSING, LOST_FILE, FILE_GONE, HELPER_GONE, DATABASE_AWAY].some((passes) => passes.test(reason))
  ) {
    return {
      code: "provider_unavailable",
      message: "The site is busy with this resource; the operation can be tried again in a moment.",
      retryable: true,
    };
  }
  return {
    code: "provider_refused",
    message: "The site refused this step; its operator finds the reason in the worker's log.",
    retryable: false,
  };
}

export function isNotFound(error: unknown): boolean {
  return error instanceof LxdRefusal && error.status === 404;
}

/** The server could not be reached, or the connection broke. */
export function unreachable(cause: unknown): ProviderError {
  return new ProviderError(
    "provider_unavailable",
    "The site did not answer; the operation can be tried again in a moment.",
    { retryable: true, cause },
  );
}
