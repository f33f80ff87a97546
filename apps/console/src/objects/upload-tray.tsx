"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, X } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { formatBytes } from "@/client/format.ts";
import { useTRPC } from "@/client/trpc.ts";
import { objectsHref } from "./object-address.ts";
import { lastName } from "./object-names.ts";
import { formatTimeLeft } from "./upload-pace.ts";
import { cancelAllUploads, cancelUpload, forgetUploads, retryAllUploads, retryUpload } from "./upload-queue.ts";
import { currentUploads, isUnderWay, onUploads, type Upload } from "./upload-store.ts";

/** More rows would slow down the page and are not useful. */
const MOST_ROWS = 50;
/** Many small files finish at almost the same time, so the lists are refetched once for all of them. */
const REFRESH_MS = 300;
/** Failed and running uploads come first. */
const ORDER: Readonly<Record<Upload["state"], number>> = { failed: 0, uploading: 1, waiting: 2, done: 3, cancelled: 4 };

/** The uploads and their results, shown over every page until closed. */
export function UploadTray() {
  const uploads = useSyncExternalStore(onUploads, currentUploads, currentUploads);
  const [folded, setFolded] = useState(false);
  useRefreshedLists(uploads.filter(({ state }) => state === "done").length);
  const underWay = uploads.some(isUnderWay);
  const failed = uploads.filter(({ state }) => state === "failed").length;
  const rows = uploads.toSorted((one, other) => ORDER[one.state] - ORDER[other.state]);
  return (
    <section
      ref={useDock()}
      aria-label="Uploads"
      className="fixed inset-x-4 bottom-4 z-30 flex max-h-[min(24rem,60dvh)] flex-col rounded-lg border border-line
        bg-raised shadow-raised sm:left-auto sm:w-96"
    >
      <div className="flex items-center gap-1 py-1.5 pr-2 pl-4">
        <h2 aria-live="polite" className="mr-auto font-semibold">
          {summaryOf(uploads)}
        </h2>
        {underWay && <WordButton onClick={cancelAllUploads}>Cancel all</WordButton>}
        {!underWay && failed > 1 && <WordButton onClick={retryAllUploads}>Try all again</WordButton>}
        <IconButton label={folded ? "Show uploads" : "Fold uploads"} onClick={() => setFolded(!folded)}>
          {folded ? <ChevronUp className="size-4" aria-hidden /> : <ChevronDown className="size-4" aria-hidden />}
        </IconButton>
        {!underWay && (
          <IconButton label="Close uploads" onClick={forgetUploads}>
            <X className="size-4" aria-hidden />
          </IconButton>
        )}
      </div>
      {!folded && (
        <ul className="divide-y divide-line overflow-y-auto border-line border-t">
          {rows.slice(0, MOST_ROWS).map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
          {rows.length > MOST_ROWS && (
            <li className="px-4 py-2.5 text-ink-muted text-xs">and {rows.length - MOST_ROWS} more</li>
          )}
        </ul>
      )}
    </section>
  );
}

function WordButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="h-8 rounded-md px-2 font-medium text-ink-muted hover:bg-hover hover:text-ink"
    >
      {children}
    </button>
  );
}

function IconButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-8 place-items-center rounded-md text-ink-muted hover:bg-hover hover:text-ink"
    >
      {children}
    </button>
  );
}

function summaryOf(uploads: readonly Upload[]): string {
  const count = (state: Upload["state"]) => uploads.filter((upload) => upload.state === state).length;
  const [done, failed, cancelled] = [count("done"), count("failed"), count("cancelled")];
  if (uploads.some(isUnderWay)) return `Uploading, ${done} of ${uploads.length - cancelled} done`;
  const words = [
    done > 0 && `${done} uploaded`,
    failed > 0 && `${failed} failed`,
    cancelled > 0 && `${cancelled} cancelled`,
  ];
  return words.filter((part) => part !== false).join(", ");
}

/** Refreshes cached lists when files have arrived. */
function useRefreshedLists(done: number) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (done === 0) return;
    const pause = window.setTimeout(() => {
      void queryClient.invalidateQueries(trpc.object.pathFilter());
      void queryClient.invalidateQueries(trpc.bucket.pathFilter());
    }, REFRESH_MS);
    return () => window.clearTimeout(pause);
  }, [done, queryClient, trpc]);
}

/** Publishes the height of the tray, so that the page can scroll past it and messages appear above it. */
function useDock() {
  return useCallback((tray: HTMLElement | null) => {
    if (tray === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--dock", `${tray.offsetHeight + 16}px`));
    observer.observe(tray);
    return () => {
      observer.disconnect();
      style.removeProperty("--dock");
    };
  }, []);
}

/** One file of the tray: its progress and its actions. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { id, key, state, bucketName } = upload;
  const name = lastName(key);
  const folder = key.slice(0, key.length - name.length);
  // Then an icon precedes the name, and the text below aligns with the name.
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
  if (state === "done") return <p className="text-ink-muted text-xs">{formatBytes(size)}</p>;
  if (state !== "uploading")
    return (
      <p className="text-ink-muted text-xs">{state === "waiting" ? `waiting, ${formatBytes(size)}` : "cancelled"}</p>
    );
  const pace = bytesPerSecond === null ? "" : `${formatBytes(Math.round(bytesPerSecond))}/s`;
  return (
    <>
      <progress
        aria-label={`Upload of ${name}`}
        value={sent}
        max={Math.max(size, 1)}
        className="mt-1.5 block h-1 w-full appearance-none overflow-hidden rounded-full bg-hover
          [&::-moz-progress-bar]:bg-busy [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-busy"
      />
      <p className="mt-1 text-ink-muted text-xs tabular-nums">
        {[
          `${formatBytes(sent)} of ${formatBytes(size)}`,
          pace,
          sent < size ? formatTimeLeft(size - sent, bytesPerSecond) : "being stored",
        ]
          .filter((part) => part !== "")
          .join(" · ")}
      </p>
    </>
  );
}
