import type { Socket } from 'node:net'
import { wordsIn } from '../mail/charsets.ts'

/** `text`: its first line, with the code, and the words of the other lines. */
export type Reply = { code: number; text: string }

/** The server’s replies to the commands of one email; null where it did not reply. */
export type Replies = { mail: Reply | null; rcpt?: Reply | null; data?: Reply | null; end?: Reply | null }

export type Dialog = {
  /**
   * Sends one email to one recipient, after the previous one is finished. `message`: its lines end in CRLF. Never
   * rejects. `parameters`: of MAIL FROM.
   */
  send(mail: { from: string; to: string; message: Buffer; parameters: readonly string[] }): Promise<Replies>
  /** Answer of the server to sender and recipient, before a message that never follows. */
  offer(envelope: { from: string; to: string }): Promise<Replies>
  /** Resets after an email that was not accepted; false when the server does not answer as it should. */
  reset(): Promise<boolean>
  /** The connection is lost: pending commands get no reply. */
  end(): void
}

/** 64 KB is ample for a multi-line reply. */
const longestReply = 64 * 1024

const isPositive = (reply: Reply | null): boolean => reply !== null && reply.code >= 200 && reply.code < 400

/**
 * The mail commands over a connection that is already signed in. Where the server supports it (`PIPELINING`, RFC 2920),
 * the three commands before a message are sent together: two round trips per email instead of four.
 */
export function createDialog(socket: Socket, { isPipelined }: { isPipelined: boolean }): Dialog {
  const asked: ((reply: Reply | null) => void)[] = []
  let rest = ''
  let words: string | null = null
  let isOver = false

  function end(): void {
    isOver = true
    for (const answer of asked.splice(0)) answer(null)
  }

  function take(line: string): void {
    words = words === null ? line : `${words} ${line.slice(4)}`
    if (line[3] === '-') return
    const reply = { code: Number(words.slice(0, 3)) || 0, text: wordsIn(words) }
    words = null
    const answer = asked.shift()
    // Unsolicited reply: the server is closing, or the dialog is out of step.
    if (answer) answer(reply)
    else socket.destroy()
  }

  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
    if (rest.length + (words?.length ?? 0) > longestReply) socket.destroy()
  })
  socket.once('close', end)

  function reply(): Promise<Reply | null> {
    if (isOver) return Promise.resolve(null)
    return new Promise((resolve) => {
      asked.push(resolve)
    })
  }
  function ask(command: string): Promise<Reply | null> {
    if (!isOver) socket.write(command)
    return reply()
  }

  async function envelope(commands: readonly [string, string, string]): Promise<Replies> {
    if (isPipelined) {
      const mail = ask(commands.join(''))
      const [rcpt, data] = [reply(), reply()]
      return { mail: await mail, rcpt: await rcpt, data: await data }
    }
    const mail = await ask(commands[0])
    if (!isPositive(mail)) return { mail }
    const rcpt = await ask(commands[1])
    return isPositive(rcpt) ? { mail, rcpt, data: await ask(commands[2]) } : { mail, rcpt }
  }

  return {
    async send({ from, to, message, parameters }) {
      const mailFrom = [`MAIL FROM:<${from}>`, ...parameters].join(' ')
      const replies = await envelope([`${mailFrom}\r\n`, `RCPT TO:<${to}>\r\n`, 'DATA\r\n'])
      const { mail, rcpt = null, data = null } = replies
      if (data?.code !== 354) return replies
      // A pipelining server may wait for a message although it refused the recipient (RFC 2920, 3.1).
      if (!isPositive(mail) || !isPositive(rcpt)) {
        await ask('.\r\n')
        return replies
      }
      socket.cork()
      socket.write(withDots(message))
      const accepted = ask('.\r\n')
      socket.uncork()
      return { ...replies, end: await accepted }
    },
    async offer({ from, to }) {
      const mail = await ask(`MAIL FROM:<${from}>\r\n`)
      return isPositive(mail) ? { mail, rcpt: await ask(`RCPT TO:<${to}>\r\n`) } : { mail }
    },
    reset: async () => isPositive(await ask('RSET\r\n')),
    end,
  }
}

const dot = '.'.charCodeAt(0)

/** A line that begins with a dot gets another one (RFC 5321, 4.5.2). */
const withDots = (message: Buffer): Buffer =>
  message[0] === dot || message.includes('\n.')
    ? Buffer.from(message.toString('latin1').replace(/(^|\n)\./g, '$1..'), 'latin1')
    : message
