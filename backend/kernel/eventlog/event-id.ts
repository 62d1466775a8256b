import { hash } from 'node:crypto'

/**
 * The id of a command's n-th event: a version 8 UUID (RFC 9562) over SHA-256, so that a repeated command yields the
 * same ids and the log stores it once. The command type is included, since one request may run several commands.
 */
export function eventId(commandId: string, commandType: string, index: number): string {
  const hex = hash('sha256', `${commandType}\n${index}\n${commandId}`)
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
