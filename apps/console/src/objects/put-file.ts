import type { UploadUrl } from "@fulmar/contract";

/** The object store did not take a file; the message is a sentence for the reader. */
export class UploadError extends Error {}

/**
 * Sends a file to the object store. By XMLHttpRequest, because no other API of browsers tells how much has been sent.
 * @param onSent gets the bytes that have been sent so far
 * @throws UploadError, and the signal's reason when it is aborted
 */
export function putFile(file: Blob, { url, method, headers }: UploadUrl, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      if (request.status < 300) return resolve();
      reject(new UploadError(refusalInWords(request.status, request.responseXML?.querySelector("Message")?.textContent)));
    };
    request.onerror = () => reject(new UploadError("The upload broke off: the connection was lost, or the file was moved or changed meanwhile. Try again."));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** @param message what S3 says in its answer, if that could be read */
export function refusalInWords(status: number, message: string | null | undefined): string {
  return message ? `The object store refused it: ${message}` : `The object store refused it with status ${status}; try again.`;
}
