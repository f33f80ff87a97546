// What the processes of the product write: as it is in production, where a machine reads it; short lines in
// development.
const levels = { 10: "trace", 20: "debug", 30: "info", 40: "warn", 50: "error", 60: "fatal" };

/** Until it is opened, only warnings and errors pass: they would drown in the progress of the start. */
export function logLines(environment) {
  let opened = environment === "production";
  return {
    open() {
      opened = true;
    },
    write(name, line) {
      const record = parse(line);
      if (!opened && !(record?.level >= 40)) return;
      process.stdout.write(
        environment === "production"
          ? `${line}\n`
          : `${name.padEnd(8)} ${record === undefined ? line : short(record)}\n`,
      );
    },
  };
}

function parse(line) {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // a line that happens to begin like JSON
  }
}

function short({ level, time, msg, pid, hostname, name, err, ...rest }) {
  const fields = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === "object" ? JSON.stringify(value) : value}`,
  );
  return [levels[level] ?? level, msg, ...fields, err?.stack && `\n${err.stack}`].filter(Boolean).join(" ");
}
