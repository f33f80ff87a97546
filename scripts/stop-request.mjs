/** Returns a signal that is aborted by the first stop signal, or when the npm that started us has ended. */
export function stopRequest() {
  const stop = new AbortController();
  const request = (why) => stop.abort(new Error(why));
  // Closing a terminal sends SIGHUP. Without a terminal, as under nohup, it is ignored.
  for (const signal of ["SIGINT", "SIGTERM", ...(process.stdout.isTTY ? ["SIGHUP"] : [])])
    process.on(signal, () => request(`Stopped by ${signal}.`));
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined) {
    setInterval(() => {
      if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
    }, 500).unref();
  }
  return stop.signal;
}
