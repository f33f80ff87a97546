"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import Link from "next/link";
import { bytesInWords } from "@/client/bytes.ts";
import { objectsHref } from "./object-address.ts";
import { lastName } from "./object-names.ts";
import { timeLeftInWords } from "./upload-pace.ts";
import { cancelUpload, retryUpload } from "./upload-queue.ts";
import type { Upload } from "./upload-store.ts";

/** One file of the tray: how far it is, and what can be done with it. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { id, key, state, bucketName } = upload;
  const name = lastName(key);
  const folder = key.slice(0, key.length - name.length);
  // Its sign stands before its name then, and what is below is in line with that.
  const ended = state === "done" || state === "failed";
  return (
    <li className="px-4 py-2.5">
      <div className="flex items-start gap-2">
        {state === "done" && <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />}
        {state === "failed" && <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />}
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={key}>
            {state === "done" ? (
              <Link href={objectsHref(upload, { prefix: folder, object: key })} className="rounded hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </p>
          <p className="truncate text-ink-muted text-xs" title={`${bucketName}/${folder}`}>
            {bucketName}/{folder}
          </p>
        </div>
        {state === "failed" && (
          <button
            type="button"
            aria-label={`Try again with ${name}`}
            onClick={() => retryUpload(id)}
            className="rounded px-1 font-medium text-accent hover:underline"
          >
            Try again
          </button>
        )}
        {(state === "waiting" || state === "uploading") && (
          <button
            type="button"
            aria-label={`Cancel ${name}`}
            onClick={() => cancelUpload(id)}
            className="grid size-6 shrink-0 place-items-center rounded text-ink-muted hover:bg-hover hover:text-ink"
          >
            <X className="size-4" aria-hidden />
          </button>
        )}
      </div>
      <div className={ended ? "pl-6" : ""}>
        <Progress upload={upload} name={name} />
      </div>
    </li>
  );
}

function Progress({ upload: { state, sent, size, bytesPerSecond, problem }, name }: { upload: Upload; name: string }) {
  if (state === "failed") return <p className="mt-1 text-bad text-xs [overflow-wrap:anywhere]">{problem}</p>;
  if (state === "done") return <p className="text-ink-muted text-xs">{bytesInWords(size)}</p>;
  if (state !== "uploading")
    return (
      <p className="text-ink-muted text-xs">{state === "waiting" ? `waiting, ${bytesInWords(size)}` : "cancelled"}</p>
    );
  const pace = bytesPerSecond === null ? "" : `${bytesInWords(Math.round(bytesPerSecond))}/s`;
  return (
    <>
      <progress
        aria-label={`Upload of ${name}`}
        value={sent}
        max={Math.max(size, 1)}
        className="mt-1.5 block h-1 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-busy [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-busy"
      />
      <p className="mt-1 text-ink-muted text-xs tabular-nums">
        {[
          `${bytesInWords(sent)} of ${bytesInWords(size)}`,
          pace,
          sent < size ? timeLeftInWords(size - sent, bytesPerSecond) : "being stored",
        ]
          .filter((part) => part !== "")
          .join(" · ")}
      </p>
    </>
  );
}
