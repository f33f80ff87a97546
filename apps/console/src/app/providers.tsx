"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { MutationCache, QueryCache, QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { createQueryClient } from "@/client/query-client.ts";
import { createClient, TRPCProvider } from "@/client/trpc.ts";
import { Toasts } from "@/components/toasts.tsx";
import { signInPath } from "@/sign-in/sign-in-path.ts";

/**
 * The providers of every page: data and messages. When a session ends, any failed request redirects to sign-in, which
 * returns to the page.
 */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const router = useRouter();
  const [queryClient] = useState(() => {
    const onError = (error: Error) => {
      const { pathname, search } = window.location;
      if (problemOf(error).kind === "unauthenticated" && pathname !== "/sign-in")
        router.replace(signInPath(`${pathname}${search}`, { ended: true }));
    };
    return createQueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
    });
  });
  const [trpcClient] = useState(createClient);
  useEffect(() => {
    // For a page that is not found React makes the document anew, without the theme: the script in its head sets it.
    window.dispatchEvent(new StorageEvent("storage"));
    // From here on the page is interactive: earlier clicks are lost.
    document.documentElement.dataset.ready = "";
  }, []);
  return (
    <CSPProvider {...(nonce === undefined ? {} : { nonce })}>
      <QueryClientProvider client={queryClient}>
        <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
          {children}
        </TRPCProvider>
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  );
}
