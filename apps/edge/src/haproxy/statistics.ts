/** The fields of a frontend or a server (Management Guide §9.1). */
const FIELDS = [
  "status",
  "check_status",
  "check_code",
  "check_desc",
  "last_chk",
  "stot",
  "req_tot",
  "bin",
  "bout",
  "hrsp_2xx",
  "hrsp_3xx",
  "hrsp_4xx",
  "hrsp_5xx",
  "ereq",
  "econ",
  "eresp",
  "rtime",
  "mode",
] as const;

/** A row of HAProxy's statistics, of a frontend or a server. A field that it does not have is empty. */
export type StatisticsRow = Readonly<Record<(typeof FIELDS)[number], string>>;

/** By `frontend/FRONTEND` and `backend/server`. */
export type Statistics = ReadonlyMap<string, StatisticsRow>;

/** Reads the answer to `show stat`. */
export function readStatistics(csv: string): Statistics {
  const [head = "", ...lines] = csv.split("\n");
  const names = head.replace(/^# /, "").split(",");
  return new Map(
    lines.flatMap((line) => {
      const values = fieldsOf(line);
      const field = (name: string) => values[names.indexOf(name)] ?? "";
      if (field("svname") === "") return [];
      const row = Object.fromEntries(FIELDS.map((name) => [name, field(name)])) as StatisticsRow;
      return [[`${field("pxname")}/${field("svname")}`, row] as const];
    }),
  );
}

/** Fields of a line in CSV. What a check has answered is quoted, and may have commas. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}
