import { Readable } from 'node:stream'

/** Milliseconds. */
export type StreamLimits = {
  /** A client that takes nothing for so long has gone. */
  stall: number
  /** No file takes longer: while it is read from the database, nobody can replace the table. */
  total: number
}

const limits: StreamLimits = { stall: 30_000, total: 600_000 }

/**
 * A file sent while it is written. Writing pauses while the client does not read. When the client hangs up, stops
 * reading or takes too long, or when writing fails, the connection is destroyed, so that a part never looks like the
 * whole; `pieces` are then ended early and can let go of what they hold.
 */
export function fileStream(
  pieces: AsyncIterable<string | Uint8Array>,
  { stall, total }: StreamLimits = limits,
): Readable {
  async function* watched() {
    const within = (milliseconds: number, message: string) =>
      setTimeout(() => stream.destroy(new Error(message)), milliseconds).unref()
    const deadline = within(total, 'The file took too long to send.')
    let stallTimer: NodeJS.Timeout | undefined
    try {
      for await (const piece of pieces) {
        stallTimer = within(stall, 'The client stopped reading the file.')
        yield piece
        clearTimeout(stallTimer)
      }
    } finally {
      clearTimeout(stallTimer)
      clearTimeout(deadline)
    }
  }
  const stream = Readable.from(watched(), { objectMode: false })
  return stream
}
