/** Aborted by the first signal that asks us to stop, or when the npm that started us is gone. */
export function stopRequest() {
  const stop = new AbortController();
  const request = (why) => stop.abort(new Error(why));
  // A closed terminal hangs up; under nohup, which takes the terminal away, it does not concern us.
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
