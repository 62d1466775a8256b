import { Readable } from 'node:stream'

/** Milliseconds. */
export type StreamLimits = {
  /** A client that reads nothing for this long has gone. */
  stall: number
  /** Upper bound for a file, because the table cannot be replaced while it is read. */
  total: number
}

const limits: StreamLimits = { stall: 30_000, total: 600_000 }

/**
 * Sends a file while it is written. Writing pauses while the client does not read. When the client hangs up, stops
 * reading or takes too long, or when writing fails, the connection is destroyed, so that a part never looks like the
 * whole; `pieces` are then ended early and can release their resources.
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
