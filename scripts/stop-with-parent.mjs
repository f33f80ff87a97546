// Preloaded into every process of the product: when its launcher is gone, even by kill -9, it stops as if it had been
// asked to.
const parent = process.ppid;
// With `npm run dev`, Node's watcher stands between the two: it does not notice, and it alone can end without starting
// this process anew.
const launcher = Number(process.env.FULMAR_LAUNCHER ?? parent);

const watch = setInterval(() => {
  if (process.ppid === parent && (launcher === parent || isRunning(launcher))) return;
  clearInterval(watch);
  process.kill(process.ppid === parent ? parent : process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), 10_000).unref();
}, 500).unref();

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
