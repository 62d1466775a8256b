import { createHash } from 'node:crypto'

/**
 * The id of a command's n-th event: a version 8 UUID (RFC 9562) over SHA-256, so that a repeated command yields the
 * same ids and the log stores it once. The command type is included, since one request may run several commands.
 */
export function eventId(commandId: string, commandType: string, index: number): string {
  const bytes = createHash('sha256').update(`${commandType}\n${index}\n${commandId}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
