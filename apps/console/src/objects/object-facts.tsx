"use client";

import type { StoredObject } from "@fulmar/contract";
import { bytesInWords } from "@/client/bytes.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { retainedUntil } from "./stored-object.ts";

/** What is known of an object, field by field. */
export function ObjectFacts({ object }: { object: StoredObject }) {
  const { key, size, content_type, etag, last_modified, retained_until } = object;
  const facts = [
    ["Key", <Copyable key="key" text={key} label="key" />],
    [
      "Size",
      size !== null &&
        (size < 1000 ? bytesInWords(size) : `${bytesInWords(size)} (${size.toLocaleString("en")} bytes)`),
    ],
    ["Type", content_type ?? "not given"],
    ["ETag", etag !== null && <Copyable key="etag" text={etag} label="ETag" />],
    ["Modified", last_modified !== null && <DateTime key="modified" iso={last_modified} />],
    [
      "Retained",
      retained_until !== null && retainedUntil(object) !== null ? <Until key="retained" iso={retained_until} /> : "no",
    ],
  ] as const;
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-2.5">
      {facts.map(([term, value]) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-muted">{term}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Until({ iso }: { iso: string }) {
  return (
    <>
      until <DateTime iso={iso} />
    </>
  );
}
