// Formats the log lines of the product's processes: unchanged in production, for machines, and short in development.
const levels = { 10: "trace", 20: "debug", 30: "info", 40: "warn", 50: "error", 60: "fatal" };

/** Until opened, it shows only warnings and errors, which would otherwise be lost in the start's progress. */
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
    return undefined; // a text line that only looks like JSON
  }
}

function short({ level, time, msg, pid, hostname, name, err, ...rest }) {
  const fields = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === "object" ? JSON.stringify(value) : value}`,
  );
  return [levels[level] ?? level, msg, ...fields, err?.stack && `\n${err.stack}`].filter(Boolean).join(" ");
}
