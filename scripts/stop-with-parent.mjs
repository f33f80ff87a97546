// Preloaded into every process of the product, and into every program of ours that a test or a drill starts. When the
// launcher ends, even by kill -9, the process stops as if asked to.
const parent = process.ppid;
// With `npm run dev`, Node's watcher is between the two. It does not notice, and only ending the watcher stops this
// process without a restart.
const launcher = Number(process.env.FULMAR_LAUNCHER ?? parent);

const watch = setInterval(() => {
  if (process.ppid === parent && (launcher === parent || isRunning(launcher))) return;
  clearInterval(watch);
  // A process whose launcher ended before this module ran has been given to process 1.
  process.kill(process.ppid === parent && parent !== 1 ? parent : process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), 10_000).unref();
}, 500).unref();

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
