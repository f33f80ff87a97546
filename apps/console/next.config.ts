import { resolve } from "node:path";
import type { NextConfig } from "next";

/** Pages carry a Content-Security-Policy of their own, with a nonce: see src/proxy.ts. */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Strict-Transport-Security", value: "max-age=63072000; includeSubDomains" },
];

/**
 * A first start waits for the build: a cache costs more than it saves there, and source maps are not served. Server
 * code stays minified, because a console with the whole of it takes a third more memory.
 */
const quickBuild = {
  turbopackFileSystemCacheForBuild: false,
  turbopackSourceMaps: false,
} as const;

/**
 * The scripts of a page in five files, where there were fourteen. Each file costs browser and server about as much as
 * 10 KB of it, and a file with more in it compresses better. Moving between pages loads a tenth more.
 */
const fewFiles = {
  turbopackChunking: {
    firstPageLoadPriority: 1,
    requestCost: 5_000_000,
    minChunkSize: 1_000_000,
    maxChunkCountPerGroup: 5,
    maxMergeChunkSize: 5_000_000,
  },
} as const;

const config: NextConfig = {
  transpilePackages: ["@fulmar/cli", "@fulmar/contract"],
  // Pages and routes are bundled apart, and share one module with the routers, which Node loads (src/server/domain.ts).
  serverExternalPackages: ["@trpc/server"],
  turbopack: { root: resolve(import.meta.dirname, "../..") },
  typedRoutes: true,
  // `npm test` checks the types of the whole repository; a start does not wait for it again.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  ...(process.env.NODE_ENV === "production" && { experimental: { ...quickBuild, ...fewFiles } }),
  agentRules: false,
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default config;
