import { CopyBlock } from "@/components/copy-block.tsx";

/** The record behind a page, for those who want to take it elsewhere. */
export function RawRecord({ record }: { record: object }) {
  return (
    <details>
      <summary className="cursor-pointer rounded font-medium">Show as JSON</summary>
      <div className="mt-3">
        <CopyBlock label="Record" text={JSON.stringify(record, null, 2)} />
      </div>
    </details>
  );
}
