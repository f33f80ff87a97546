/** The first descriptor that systemd passes on (sd_listen_fds(3)). */
const FIRST_DESCRIPTOR = 3;

/**
 * The socket that systemd listens on for this process, as an option of `listen` (deploy/systemd/fulmar-api.socket).
 * Connections wait in it while the process is replaced, so that none is refused. Without one, the process listens
 * itself.
 */
export function inheritedSocket(
  env: Readonly<Record<string, string | undefined>> = process.env,
  pid: number = process.pid,
): { readonly fd?: number } {
  const isOurs = env.LISTEN_PID === String(pid) && env.LISTEN_FDS === "1";
  return isOurs ? { fd: FIRST_DESCRIPTOR } : {};
}
