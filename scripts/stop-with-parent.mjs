// Preloaded into every process of the product: when its launcher is gone, even by kill -9, it stops as if it had been asked to.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid === parent) return;
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), 10_000).unref();
}, 500).unref();
