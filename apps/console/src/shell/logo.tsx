"use client";

import { useInstallation } from "./installation.tsx";

/** The logo and the cloud's name. */
export function Logo() {
  const { name, logo_version } = useInstallation();
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 font-semibold text-[15px] tracking-tight">
      {logo_version === null ? (
        <svg viewBox="0 0 32 32" className="size-6 shrink-0" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="var(--own-accent, #2454d6)" />
          <path
            d="M4 19c5.500-.6 8.400-2.600 11-6.600 1 3 2.200 4.400 4.300 5.100 2.900-.3 5.700-1.400 8.700-3.500-2.100 4.600-5.300 7.800-9.700 8.600C13 23.500 8.600 22 4 19Z"
            fill="#fff"
          />
        </svg>
      ) : (
        // biome-ignore lint/performance/noImgElement: the logo is small and served as it is
        <img src={`/api/logo?${logo_version}`} alt="" className="max-h-6 max-w-24 shrink-0" />
      )}
      <span className="truncate">{name}</span>
    </span>
  );
}
