const shown = 20

/** 'The 20 slowest of 178 files took 310.4 of 402.7 s:' and a line for each; `milliseconds` by file. */
export function slowestFiles(milliseconds: ReadonlyMap<string, number>): string {
  const slowest = [...milliseconds].sort(([, a], [, b]) => b - a).slice(0, shown)
  const seconds = (times: readonly number[]) => (times.reduce((sum, time) => sum + time, 0) / 1000).toFixed(1)
  const total = seconds([...milliseconds.values()])
  const first = `The ${slowest.length} slowest of ${milliseconds.size} files took ${seconds(slowest.map(([, time]) => time))} of ${total} s:`
  return [first, ...slowest.map(([file, time]) => `${seconds([time]).padStart(8)} s  ${file}`)].join('\n')
}
