import type { StoredVersion } from "@fulmar/providers";
import { workOn } from "../../work/work-through.ts";
import type { CopiedRow } from "./copied-versions.ts";
import type { Copying } from "./copy-pass.ts";
import { listedKeys } from "./listed-keys.ts";

const AT_ONCE = 16;

/**
 * Compares everything that the target has with what was copied: order, size and checksum of each version. A key with
 * another content is emptied and forgotten, so that the next pass copies it again.
 * @returns how many keys differed
 */
export async function compareTarget(
  { target, copied, row }: Pick<Copying, "target" | "copied" | "row">,
  signal: AbortSignal,
): Promise<number> {
  let wrong = 0;
  let from: string | null = null;
  for await (const { keys, to } of listedKeys(target, null, signal)) {
    const rows = Map.groupBy(await copied.between(from, to), ({ key }) => key);
    const different = [...new Set([...rows.keys(), ...keys.keys()])].filter(
      (key) => !isSame(rows.get(key) ?? [], keys.get(key) ?? []),
    );
    wrong += different.length;
    const empty = async (key: string) => {
      for (const { versionId } of keys.get(key) ?? []) await target.remove(key, versionId, signal);
      await copied.forget(rows.get(key) ?? []);
    };
    const errors = await workOn(different, empty, signal, AT_ONCE);
    if (errors.length > 0) throw errors[0];
    if (to === null) break;
    from = to;
  }
  await row.countWrong(wrong);
  return wrong;
}

function isSame(rows: readonly CopiedRow[], versions: readonly StoredVersion[]): boolean {
  return (
    rows.length === versions.length &&
    rows.every((row, index) => {
      const version = versions[index];
      return (
        version !== undefined &&
        row.target_version === version.versionId &&
        row.is_marker === version.isDeleteMarker &&
        (row.is_marker || (row.etag === version.etag && row.size === BigInt(version.size)))
      );
    })
  );
}
