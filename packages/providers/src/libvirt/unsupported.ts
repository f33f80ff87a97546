import { ProviderError } from "../ports/provider-error.ts";

/** The refusal of what this kind of site does not have. @param lacking such as `rescue systems` */
export function unsupported(lacking: string): ProviderError {
  return new ProviderError("unsupported_by_site", `This site has no ${lacking}; use another site for that.`, {
    retryable: false,
  });
}
