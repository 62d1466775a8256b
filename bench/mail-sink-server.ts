import { createServer } from 'node:net'

/** A mail server that accepts everything at the least cost, in a process of its own. Prints its port. */
const end = Buffer.from('\r\n.\r\n')

const server = createServer((socket) => {
  let isMessage = false
  let rest = Buffer.alloc(0)
  const lines: string[] = []
  const say = (reply: string) => lines.push(`${reply}\r\n`)

  function command(line: string) {
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'EHLO') say('250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8')
    else if (word === 'DATA') {
      isMessage = true
      say('354 Go on')
    } else say(word === 'QUIT' ? '221 Bye' : '250 OK')
  }

  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const stop = isMessage ? rest.indexOf(end) : rest.indexOf('\n')
      if (stop < 0) break
      if (isMessage) {
        isMessage = false
        rest = rest.subarray(stop + end.length)
        say('250 Accepted')
      } else {
        command(rest.subarray(0, stop).toString('latin1'))
        rest = rest.subarray(stop + 1)
      }
    }
    if (lines.length > 0) socket.write(lines.splice(0).join(''))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})
