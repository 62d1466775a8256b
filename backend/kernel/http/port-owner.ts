import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Code of a listening socket in /proc/net/tcp (include/net/tcp_states.h of Linux). */
const listening = '0A'

/**
 * The process that listens on a TCP port: 'process 1234 (node server.js)'. Null where the system does not say: not on
 * Linux, or the process belongs to another user.
 */
export function portOwner(port: number): string | null {
  try {
    const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => socketsAt(port, table)))
    const pid = sockets.size > 0 ? processes().find((one) => holdsOneOf(one, sockets)) : undefined
    if (pid === undefined) return null
    const command = commandOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'))
    return `process ${pid}${command && ` (${command})`}`
  } catch {
    return null
  }
}

/** Without options: those of Node come before the name of the program and would leave no room for it. */
const commandOf = (words: readonly string[]) =>
  words
    .filter((word) => !word.startsWith('--'))
    .join(' ')
    .trim()
    .slice(0, 100)

/** 'socket:[12345]' for each socket that listens on the port. */
function socketsAt(port: number, table: string): string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  return readFileSync(table, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address, , state]) => address?.endsWith(`:${hexPort}`) && state === listening)
    .map((columns) => `socket:[${columns[9]}]`)
}

const processes = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

function holdsOneOf(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((descriptor) => {
      try {
        return sockets.has(readlinkSync(`/proc/${pid}/fd/${descriptor}`))
      } catch {
        return false
      }
    })
  } catch {
    return false
  }
}
