/** The result of one check of an installation. */
export interface Finding {
  /** The subject, such as `migrations`, or `site site-ams-1`. */
  readonly check: string;
  /** `fail`: something does not work, or data is in danger. `warn`: something will not, or is not as it should be. */
  readonly state: "ok" | "warn" | "fail";
  /** The state and what to do about it, in one sentence. */
  readonly sentence: string;
}

export function ok(check: string, sentence: string): Finding {
  return { check, state: "ok", sentence };
}

export function warn(check: string, sentence: string): Finding {
  return { check, state: "warn", sentence };
}

export function fail(check: string, sentence: string): Finding {
  return { check, state: "fail", sentence };
}

/** `1 row`, `2 rows`. */
export function counted(count: number, one: string, several: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** An error in one line. */
export function saidBy(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  return (text === "" ? code : text).trim().replaceAll(/\s*\n\s*/g, " ");
}
