import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { createDialog } from './smtp-dialog.ts'
import { outcomeOf } from './smtp-outcomes.ts'

/** A mail server that answers RCPT TO with these bytes, in pieces of two. */
async function withServer(answer: Buffer, work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer((socket) => {
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      if (chunk.toString().startsWith('MAIL')) socket.write('250 OK\r\n')
      else for (let at = 0; at < answer.length; at += 2) socket.write(answer.subarray(at, at + 2))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address: AddressInfo | string | null = server.address()
  try {
    await work(typeof address === 'object' && address ? address.port : 0)
  } finally {
    server.close()
  }
}

it.each<[words: string, encoding: BufferEncoding, isHard: boolean]>([
  ['550 Empfänger unbekannt', 'utf8', true],
  ['550 Empfänger unbekannt', 'latin1', true],
  ['550-Utilisateur inconnu\r\n550 à cette adresse', 'utf8', true],
  ['550 Пользователь не найден', 'utf8', true],
  ['550 ユーザーが存在しません', 'utf8', true],
  ['550 5.1.1 用户不存在', 'utf8', true],
  ['550 Absender ungültig: Empfänger unbekannt', 'utf8', false],
  ['550 Boîte pleine', 'utf8', false],
  ['550 Boîte pleine', 'latin1', false],
  ['550 5.1.1 отправитель заблокирован', 'utf8', false],
])('an answer to RCPT TO of “%s” in %s: hard is %s', (words, encoding, isHard) =>
  withServer(Buffer.from(`${words}\r\n`, encoding), async (port) => {
    const socket = connect(port, '127.0.0.1')
    const dialog = createDialog(socket, { isPipelined: false })
    const replies = await dialog.offer({ from: 'bounces@campaign.example', to: 'pat@example.org' })
    socket.destroy()
    expect(replies.rcpt?.text.replaceAll('\r', '')).toBe(words.replace('\r\n550', ''))
    const attempt = outcomeOf(replies)
    expect(attempt.kind === 'refused' && attempt.isHard).toBe(isHard)
  }),
)
