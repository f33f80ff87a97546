import { type EdgeReport, Enrolled, StreamLine } from "@fulmar/edge-protocol";

/** The longest silence of the stream, which sends something every two seconds. */
const SILENCE_MS = 15_000;
const TIMEOUT_MS = 15_000;

/** The API refused what the agent asked. `status` is its answer's. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Exchanges a one-time token for a credential. @throws Refused, or what fetch throws */
export async function enroll(apiUrl: string, request: { token: string; hostname: string }): Promise<Enrolled> {
  const response = await fetch(`${apiUrl}/edge/v1/enrollment`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw await refusal(response);
  return Enrolled.parse(await response.json());
}

/** The requests of an enrolled agent to the API. */
export class ApiClient {
  readonly #apiUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(apiUrl: string, credential: string) {
    this.#apiUrl = apiUrl;
    this.#headers = { authorization: `Bearer ${credential}` };
  }

  /** Sends a report. @throws Refused, or what fetch throws */
  async report(report: EdgeReport, signal: AbortSignal): Promise<void> {
    const response = await fetch(`${this.#apiUrl}/edge/v1/reports`, {
      method: "POST",
      headers: { ...this.#headers, "content-type": "application/json" },
      body: JSON.stringify(report),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) throw await refusal(response);
    await response.body?.cancel();
  }

  /**
   * Reads the stream of documents until the API ends it.
   * @param after the cursor of the last `ready`
   * @throws Refused; Error when the connection is lost or silent, or a line is no line of the stream
   */
  async *documents(after: string | undefined, signal: AbortSignal): AsyncGenerator<StreamLine, void> {
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(new Error("The stream was silent.")), SILENCE_MS);
    try {
      const query = after === undefined ? "" : `?${new URLSearchParams({ after })}`;
      const response = await fetch(`${this.#apiUrl}/edge/v1/documents${query}`, {
        headers: this.#headers,
        signal: AbortSignal.any([signal, silent.signal]),
      });
      if (!response.ok) throw await refusal(response);
      if (response.body === null) return;
      let rest = "";
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        timer.refresh();
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) yield StreamLine.parse(JSON.parse(line));
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

async function refusal(response: Response): Promise<Refused> {
  const text = await response.text();
  const { detail = text } = (parsed(text) ?? {}) as { detail?: string };
  return new Refused(response.status, detail);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
