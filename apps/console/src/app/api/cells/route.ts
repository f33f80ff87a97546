import { answered, jsonBody } from "@/server/answer.ts";
import { DomainError } from "@/server/domain.ts";
import { services } from "@/server/services.ts";

/** Answers another cell that asks whether this one knows an address (docs/adr/0095). It is no page that asks. */
export function POST(request: Request) {
  return answered(async () => {
    const { cells } = services().identity;
    if (cells === undefined) throw new DomainError("not_found", "This installation is one cell.");
    return { cookies: [], body: await cells.answer(await jsonBody(request)) };
  });
}
