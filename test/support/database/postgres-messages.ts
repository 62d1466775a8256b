const letter = (type: string) => type.charCodeAt(0)
const [authentication, keyData, readyForQuery] = [letter('R'), letter('K'), letter('Z')]
/** Notifications, notices and settings come unasked, and change nothing. */
const unasked = ['A', 'N', 'S'].map(letter)
const headerLength = 5 // a letter, and the length of what follows it
export const goodbye = Buffer.from([letter('X'), 0, 0, 0, 4])

function query(sql: string): Buffer {
  const message = Buffer.from(`Q0000${sql}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}
export const discardAll = query('DISCARD ALL')

/** Reads what the server says, however it is cut: does it wait for a command, outside a transaction? */
export function followState(onState: (isIdle: boolean) => void): (chunk: Buffer) => void {
  const header = Buffer.alloc(headerLength)
  let filled = 0
  let left = 0
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        if (header[0] === readyForQuery) onState(chunk[at] === letter('I'))
        const taken = Math.min(left, chunk.length - at)
        left -= taken
        at += taken
      } else {
        const copied = chunk.copy(header, filled, at, at + headerLength - filled)
        at += copied
        filled += copied
        if (filled < headerLength) return
        filled = 0
        left = header.readInt32BE(1) - 4
        if (header[0] !== readyForQuery && !unasked.includes(header[0] ?? 0)) onState(false)
      }
    }
  }
}

export type Greeting = { bytes: Buffer; processId: number }

/** Without how the first client proved who it is. */
export function greetingIn(bytes: Buffer): Greeting {
  let start = 0
  let processId = 0
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const body = at + headerLength
    if (bytes[at] === authentication && bytes.readInt32BE(body) === 0) start = at
    if (bytes[at] === keyData) processId = bytes.readInt32BE(body)
  }
  return { bytes: bytes.subarray(start), processId }
}
