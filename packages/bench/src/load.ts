import autocannon from "autocannon";

export interface LoadResult {
  readonly perSecond: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 32;
const SECONDS = 4;

/**
 * Loads a URL over 32 connections for a few seconds. @throws Error when any answer is not a 2xx, because fast errors
 * must not count
 */
export async function load(
  url: string,
  options: Pick<autocannon.Options, "method" | "headers" | "body"> & { readonly freshKeys?: boolean } = {},
): Promise<LoadResult> {
  const { freshKeys = false, ...rest } = options;
  let sent = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    ...rest,
    ...(freshKeys && {
      requests: [
        {
          setupRequest: (request) => {
            const key = `${process.pid}-${Date.now()}-${sent++}`;
            const body = JSON.stringify({ ...(JSON.parse(String(options.body)) as object), name: `vm-${key}` });
            return { ...request, body, headers: { ...request.headers, "x-idempotency-key": key } };
          },
        },
      ],
    }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were refusals, ${result.errors} requests failed`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}
