import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Answer } from './ready-page.ts'

/**
 * Node validates and joins all headers of every response, which takes a tenth of the throughput of a page whose headers
 * never change. `writeHead` stores the result as text in `_header`; where this version of Node does that (checked once
 * at startup), the prepared text is set directly. Otherwise `writeHead` is used.
 */
const canPresetHead = (() => {
  const http = process.getBuiltinModule('node:http') // see http/node-http.ts
  const probe = new http.ServerResponse(new http.IncomingMessage(new Socket()))
  probe.sendDate = false
  probe.shouldKeepAlive = false
  probe.writeHead(200, ['A', 'b', 'Content-Length', '0'])
  return Reflect.get(probe, '_header') === 'HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
})()

let second = 0
let date = ''

function now(): string {
  const current = Math.floor(Date.now() / 1000)
  if (current !== second) {
    second = current
    date = new Date(current * 1000).toUTCString()
  }
  return date
}

/** Writes status and headers. `keepAlive`: the timeout announced to clients, in seconds. */
export function writeReadyHead(
  req: IncomingMessage,
  res: ServerResponse,
  ready: Answer,
  keepAlive: number,
  requestId: string,
): void {
  if (canPresetHead && res.shouldKeepAlive && req.httpVersionMinor === 1) {
    res.statusCode = ready.status
    const head = `${ready.head}X-Request-Id: ${requestId}\r\nDate: ${now()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAlive}\r\n\r\n`
    Reflect.set(res, '_header', head)
  } else {
    res.writeHead(ready.status, [...ready.headers, 'X-Request-Id', requestId])
  }
}
