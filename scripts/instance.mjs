// Allows one product per data folder and port. Both are checked before anything starts.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { tryLock } from "../prisma/tools/index.ts";

/**
 * Claims the data folder. Throws one sentence when another process holds it. The claim ends with this process, even
 * after a crash.
 */
export function claimDataFolder({ dataDir, publicConsoleUrl }) {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be written (${error.code}): give it to this user, or set FULMAR_DATA_DIR to ` +
        "another folder.",
    );
  }
  const about = join(dataDir, "instance.json");
  const lock = tryLock(join(dataDir, "instance.lock"), "exclusive");
  if (lock === undefined) {
    const other = existsSync(about) ? JSON.parse(readFileSync(about, "utf8")) : {};
    throw new Error(
      `Fulmar already runs on the data folder ${dataDir} (process ${other.pid}, console ${other.console_url}): ` +
        "stop it first, or set FULMAR_DATA_DIR to another folder.",
    );
  }
  writeFileSync(about, JSON.stringify({ pid: process.pid, console_url: publicConsoleUrl }));
  return lock;
}

/** Throws one sentence when it is impossible to listen on `host:port`; `variable` is the one that sets another port. */
export function checkPort(variable, host, port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(new Error(refusal(error, variable, host, port))));
    probe.listen(port, host, () => probe.close(resolve));
  });
}

function refusal(error, variable, host, port) {
  if (error.code === "EADDRINUSE")
    return `Port ${port} on ${host} is in use by another program: stop that one, or set ${variable} to a free port.`;
  if (error.code === "EACCES") return `This user may not listen on port ${port}: set ${variable} to a port above 1023.`;
  if (error.code === "EADDRNOTAVAIL")
    return `The address ${host} is not one of this machine's: set FULMAR_HOST to one that is.`;
  return `Port ${port} on ${host} cannot be listened on (${error.code}): set ${variable} and FULMAR_HOST to what can.`;
}
