"use client";

import { useSyncExternalStore } from "react";

const local = (moment: Date) => moment.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
const utc = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
const never = () => () => undefined;

/** A moment in the reader's time zone, with UTC on hover. The server does not know that zone, so it writes UTC first. */
export function DateTime({ iso }: { iso: string }) {
  const inBrowser = useSyncExternalStore<boolean>(
    never,
    () => true,
    () => false,
  );
  return (
    <time dateTime={iso} title={utc(iso)} className="whitespace-nowrap">
      {inBrowser ? local(new Date(iso)) : utc(iso)}
    </time>
  );
}
