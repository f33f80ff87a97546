/** Why a port cannot be listened on, as a sentence for the owner. */
export function portProblem(error: unknown, host: string, port: number): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `Port ${port} of ${host} is in use on the edge's host.`;
  if (code === "EACCES") return `The edge may not listen on port ${port}; ports below 1024 need root.`;
  if (code === "EADDRNOTAVAIL") return `The address ${host} is not on the edge's host.`;
  return `Port ${port} of ${host} cannot be opened: ${code ?? error}.`;
}
