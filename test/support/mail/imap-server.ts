import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type Message = { uid: number; source: string; isSeen: boolean; isFlagged: boolean; isDeleted: boolean }

/** A mail server for one mailbox that speaks as much IMAP4rev1 (RFC 3501) as reading and deleting new mail takes. */
export async function imapServer(sources: string[], { password = 'secret' } = {}) {
  const mailbox: Message[] = []
  let uids = 0
  const deliver = (source: string) =>
    void mailbox.push({ uid: ++uids, source, isSeen: false, isFlagged: false, isDeleted: false })
  sources.forEach(deliver)
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
    switch (command) {
      case 'CAPABILITY':
        return { lines: ['* CAPABILITY IMAP4rev1 UIDPLUS'] }
      case 'LOGIN':
        return rest.includes(password) ? { lines: [] } : { lines: [], status: 'NO [AUTHENTICATIONFAILED] wrong' }
      case 'LIST':
        return { lines: ['* LIST () "/" "INBOX"'] }
      case 'SELECT':
        return {
          lines: [
            `* ${mailbox.length} EXISTS`,
            '* FLAGS (\\Seen \\Flagged \\Deleted)',
            '* OK [PERMANENTFLAGS (\\Seen \\Flagged \\Deleted)]',
            '* OK [UIDVALIDITY 1]',
            '* OK [UIDNEXT 99]',
          ],
          status: 'OK [READ-WRITE]',
        }
      case 'UID SEARCH':
        return {
          lines: [
            `* SEARCH ${mailbox
              .filter(({ isSeen }) => !isSeen)
              .map(({ uid }) => uid)
              .join(' ')}`.trim(),
          ],
        }
      case 'UID FETCH':
        return {
          lines: chosen().map((message) => {
            const { uid, source } = message
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
        return { lines: expunge(chosen()) }
      case 'LOGOUT':
        return { lines: ['* BYE'] }
      default:
        return { lines: [] }
    }
  }

  const server = createServer((socket) => {
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
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const at = `127.0.0.1:${port}`
  return { url: `imap://bounces:${password}@${at}`, wrong: `imap://bounces:no@${at}`, mailbox, deliver }
}
