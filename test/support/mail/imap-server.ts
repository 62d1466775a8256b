import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { WhenDone } from '../app/product.ts'

type Message = { uid: number; source: string; isSeen: boolean; isFlagged: boolean; isDeleted: boolean }

export type ImapServerOptions = {
  password?: string
  /** Flags that the user may set; '': the mailbox may only be read. */
  flags?: string
  /** false: says that it deletes, and keeps every message, as Dovecot does without the right e. */
  expunges?: boolean
  /** Why it refuses these commands, such as '[UNAVAILABLE]'. */
  refusals?: { [command: string]: string }
  /** Called before the content of a message is sent. */
  onFetch?: (uid: number) => void
  /** Speaks TLS from the first byte. */
  tls?: { key: string; cert: string }
  whenDone?: WhenDone
}

/** A mail server for one mailbox that speaks as much IMAP4rev1 (RFC 3501) as reading and deleting new mail takes. */
export async function imapServer(
  sources: string[],
  {
    password = 'secret',
    flags = '\\Seen \\Flagged \\Deleted',
    expunges = true,
    refusals = {},
    onFetch = () => {},
    tls,
    whenDone,
  }: ImapServerOptions = {},
) {
  let accepted = password
  const mailbox: Message[] = []
  let uids = 0
  let validity = 1
  /** `isSeen`: a webmail marked it as read before we looked. */
  const deliver = (source: string, { isSeen = false } = {}) =>
    void mailbox.push({ uid: ++uids, source, isSeen, isFlagged: false, isDeleted: false })
  for (const source of sources) deliver(source)
  /** As after a restore of the mailbox: all messages get other numbers. */
  function renumber(): void {
    validity++
    for (const message of mailbox) message.uid = ++uids
  }
  const sockets = new Set<Socket>()

  function answer(command: string, rest: string): { lines: string[]; status?: string } {
    const chosen = () => {
      const uids = (rest.split(' ')[0] ?? '').split(',').map(Number)
      return mailbox.filter(({ uid }) => uids.includes(uid))
    }
    const number = (message: Message) => mailbox.indexOf(message) + 1
    const expunge = (messages: Message[]) =>
      messages
        .filter(({ isDeleted }) => isDeleted)
        .map((message) => {
          const line = `* ${number(message)} EXPUNGE`
          mailbox.splice(mailbox.indexOf(message), 1)
          return line
        })
    const refusal = refusals[command]
    if (refusal !== undefined) return { lines: [], status: `NO ${refusal}` }
    switch (command) {
      case 'CAPABILITY':
        return { lines: ['* CAPABILITY IMAP4rev1 UIDPLUS'] }
      case 'LOGIN':
        return rest.includes(accepted) ? { lines: [] } : { lines: [], status: 'NO [AUTHENTICATIONFAILED] wrong' }
      case 'LIST':
        return { lines: ['* LIST () "/" "INBOX"'] }
      case 'SELECT':
        return {
          lines: [
            `* ${mailbox.length} EXISTS`,
            '* FLAGS (\\Seen \\Flagged \\Deleted)',
            `* OK [PERMANENTFLAGS (${flags})]`,
            `* OK [UIDVALIDITY ${validity}]`,
            '* OK [UIDNEXT 99]',
          ],
          status: flags === '' ? 'OK [READ-ONLY]' : 'OK [READ-WRITE]',
        }
      case 'UID SEARCH':
        return {
          lines: [
            `* SEARCH ${mailbox
              .filter(({ isSeen, isDeleted, source }) => {
                const [, field, value] = /\bHEADER "?([\w-]+)"? "?([^" ]+)/i.exec(rest) ?? []
                if (value !== undefined)
                  return source.includes(value) && source.toLowerCase().includes(`${field?.toLowerCase()}:`)
                return /\bDELETED\b/i.test(rest) ? isDeleted : /\bALL\b/i.test(rest) || !isSeen
              })
              .map(({ uid }) => uid)
              .join(' ')}`.trim(),
          ],
        }
      case 'UID FETCH':
        return {
          lines: chosen().map((message) => {
            const { uid, source } = message
            const fields = /HEADER\.FIELDS \([^)]*\)/i.exec(rest)?.[0]
            if (fields) {
              const head = `${source.split('\r\n\r\n', 1)[0]?.slice(0, 2000)}\r\n\r\n`
              return `* ${number(message)} FETCH (UID ${uid} BODY[${fields}] {${Buffer.byteLength(head)}}\r\n${head})`
            }
            onFetch(uid)
            return `* ${number(message)} FETCH (UID ${uid} BODY[]<0> {${Buffer.byteLength(source)}}\r\n${source})`
          }),
        }
      case 'UID STORE':
        for (const message of chosen()) {
          message.isSeen ||= rest.includes('\\Seen')
          message.isFlagged ||= rest.includes('\\Flagged')
          message.isDeleted ||= rest.includes('\\Deleted')
        }
        return { lines: [] }
      case 'UID EXPUNGE':
        return { lines: expunges ? expunge(chosen()) : [] }
      case 'LOGOUT':
        return { lines: ['* BYE'] }
      default:
        return { lines: [] }
    }
  }

  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('* OK ready\r\n')
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [, tag = '*', name = '', parts = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? []
        const { lines: untagged, status = 'OK' } = answer(name.toUpperCase(), parts)
        socket.write([...untagged, `${tag} ${status} done`, ''].join('\r\n'))
        if (name.toUpperCase() === 'LOGOUT') socket.end()
      }
    })
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const atEnd = whenDone ?? (await import('vitest')).onTestFinished
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const at = `127.0.0.1:${port}`
  const scheme = tls ? 'imaps' : 'imap'
  return {
    url: `${scheme}://bounces:${password}@${at}`,
    wrong: `${scheme}://bounces:no@${at}`,
    at,
    mailbox,
    deliver,
    renumber,
    setPassword(next: string): void {
      accepted = next
    },
  }
}
