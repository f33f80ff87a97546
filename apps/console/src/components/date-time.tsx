"use client";

import { useSyncExternalStore } from "react";

/** Created once: creating a formatter takes a millisecond, and a long table has hundreds of dates. */
const local = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const localDay = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const utc = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
const never = () => () => undefined;

/**
 * A time in the user's time zone, with UTC on hover. The server does not know the time zone, so it renders UTC first.
 * @param day without the time of day, for wide tables
 */
export function DateTime({ iso, day = false }: { iso: string; day?: boolean }) {
  const inBrowser = useSyncExternalStore<boolean>(
    never,
    () => true,
    () => false,
  );
  return (
    <time dateTime={iso} title={utc(iso)} className="whitespace-nowrap">
      {inBrowser ? (day ? localDay : local).format(new Date(iso)) : day ? iso.slice(0, 10) : utc(iso)}
    </time>
  );
}
