"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { MutationCache, QueryCache, QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { createQueryClient } from "@/client/query-client.ts";
import { createClient, TRPCProvider } from "@/client/trpc.ts";
import { Toasts } from "@/components/toasts.tsx";

/** What every page stands in: data and messages. A session that has ended leads to sign-in, wherever that shows. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const router = useRouter();
  const [queryClient] = useState(() => {
    const onError = (error: Error) => {
      if (problemOf(error).kind === "unauthenticated") router.replace("/sign-in");
    };
    return createQueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
    });
  });
  const [trpcClient] = useState(createClient);
  // From here on the page answers to its reader; before, a press of a button is lost.
  useEffect(() => {
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
