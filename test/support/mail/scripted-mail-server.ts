import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The answer to EHLO of a server that takes commands before its replies were read. */
export const pipelining = '250-hello\r\n250-PIPELINING\r\n250 SIZE 1000000'

/** A mail server on this machine: `answer` gets each line of the client, and returns the reply; null: none. */
export async function startScriptedMailServer(answer: (line: string, socket: Socket) => string | null) {
  const lines: string[] = []
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.write('220 hello\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('latin1').split('\r\n').slice(0, -1)) {
        lines.push(line)
        const reply = answer(line, socket)
        if (reply !== null) socket.write(`${reply}\r\n`)
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { lines, connections: () => connections, port }
}
