/** Milliseconds of the processor that this thread took since then: a busy machine takes longer, but not more of them. */
export function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}
