import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isRecord } from "../contexts.ts";
import { environment } from "../environment.ts";

/** How far the upload of a file has come. It is kept in a file, so that the command goes on after an interruption. */
export interface UploadState {
  readonly object_key: string;
  readonly upload_id: string;
  readonly part_bytes: number;
  /** The file at the beginning; another size or time is another file. */
  readonly size: number;
  readonly modified_ms: number;
  /** The ETags of the parts that the store has, by their numbers. */
  readonly etags: Record<string, string>;
  /** Of the whole file, once it is an object. */
  sha256?: string;
  /** The image that is made of the object. */
  image_id?: string;
}

/** What an upload is known by: the same file to the same bucket of the same workspace goes on. */
export interface UploadPlace {
  /** The API and the workspace. */
  readonly connection: string;
  readonly bucketName: string;
  /** Without links. */
  readonly path: string;
}

/** The file of the state, below `XDG_STATE_HOME`. It names no secret. */
export function stateFile({ connection, bucketName, path }: UploadPlace): string {
  const folder = environment().XDG_STATE_HOME ?? join(homedir(), ".local", "state");
  const name = createHash("sha256").update([connection, bucketName, path].join("\0")).digest("hex").slice(0, 32);
  return join(folder, "fulmar", "uploads", `${name}.json`);
}

/** @returns undefined where there is none, or where it was damaged */
export function readState(file: string): UploadState | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isState(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error && error.code === "ENOENT"))
      return undefined;
    throw error;
  }
}

/** Replaces the file at once. */
export function writeState(file: string, state: UploadState): void {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(state), { mode: 0o600 });
  renameSync(fresh, file);
}

export function removeState(file: string): void {
  rmSync(file, { force: true });
}

function isState(value: unknown): value is UploadState {
  return (
    isRecord(value) &&
    typeof value.object_key === "string" &&
    typeof value.upload_id === "string" &&
    Number.isSafeInteger(value.part_bytes) &&
    Number(value.part_bytes) > 0 &&
    typeof value.size === "number" &&
    typeof value.modified_ms === "number" &&
    isRecord(value.etags) &&
    ["undefined", "string"].includes(typeof value.sha256) &&
    ["undefined", "string"].includes(typeof value.image_id)
  );
}
