import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from './errors.ts'
import { HttpProblem } from './problem.ts'
import { invalidInput } from './schemas.ts'

/** Bytes; the longest form field has 5,000 characters. */
export const bodyLimit = 256 * 1024

/** Content that a route can accept as raw bytes instead of JSON; phones take pictures of 2 to 5 MB, a model has 3.8 MB. */
export const fileKinds = {
  picture: { types: ['image/jpeg', 'image/png', 'image/webp'], limit: 5 * 1024 * 1024, reject: problems.notAPicture },
  csv: { types: ['text/csv', 'text/csv; charset=utf-8'], limit: 10 * 1024 * 1024, reject: problems.notCsv },
  model: { types: ['application/octet-stream'], limit: 5 * 1024 * 1024, reject: problems.notAFile },
}
export type FileKind = keyof typeof fileKinds
const maxDepth = 20
/** The longest form has a dozen fields. */
const maxFields = 200
const jsonType = /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i
const multipartType = /^multipart\/form-data\s*;\s*boundary=/i
const formType = /^application\/x-www-form-urlencoded\s*(;\s*charset=("?)utf-8\2\s*)?$/i
const bodyless = new Set(['GET', 'HEAD', 'OPTIONS'])
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** 413 and 415, decided from the headers alone. A body without a Content-Length is counted while it is read. */
export function checkBodyHeaders({ method, headers, routeOptions }: FastifyRequest): void {
  if (bodyless.has(method)) return
  const length = Number(headers['content-length'] ?? 0)
  if (length > (routeOptions.bodyLimit ?? bodyLimit)) throw problems.tooLarge()
  const type = headers['content-type']
  const hasBody = length > 0 || headers['transfer-encoding'] !== undefined
  if (routeOptions.config.isPlainForm) {
    const isMultipart = routeOptions.config.takesMultipart && multipartType.test(type ?? '')
    if (!isMultipart && !formType.test(type ?? '')) throw problems.notAForm()
  } else if (routeOptions.config.takesFile) {
    const { types, reject } = fileKinds[routeOptions.config.takesFile]
    if (!types.includes(type ?? '')) throw reject()
  } else if (!routeOptions.config.takesRawBody && (hasBody || type !== undefined) && !jsonType.test(type ?? ''))
    throw problems.notJson()
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new HttpProblem(415, 'Compressed bodies are not accepted. Send the body uncompressed.')
}

/** 400 for a body where the contract has none; `{}` counts as no body. */
export function checkNoBody({ method, body, routeOptions }: FastifyRequest): void {
  if (routeOptions.config.takesFile || routeOptions.config.takesRawBody) return
  if (bodyless.has(method) || body === undefined || body === null || routeOptions.schema?.body !== undefined) return
  const unknown = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : ['body']
  if (unknown.length > 0)
    throw invalidInput(unknown.slice(0, 20).map((key) => ({ path: key.slice(0, 200), message: 'Unknown field.' })))
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new HttpProblem(400, 'The body is not valid JSON in UTF-8.')
  }
  checkShape(value)
  return value
}

/** Rejects `__proto__` keys, and nesting deep enough to break recursive code. */
function checkShape(value: unknown): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new HttpProblem(400, 'The body is nested too deeply.')
    level = level.flatMap((item) => {
      if (typeof item !== 'object' || item === null) return []
      if (Object.hasOwn(item, '__proto__')) throw invalidInput([{ path: '__proto__', message: 'Unknown field.' }])
      return Object.values(item)
    })
  }
}

/** The fields of a multipart form (RFC 7578); files are ignored. */
const textParts = (body: string): [string, string][] =>
  [
    ...body.matchAll(
      /^content-disposition: *form-data; *name="([^"\r\n]*)"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--/gims,
    ),
  ].map(([, name = '', value = '']) => [name, value])

/** Reads a file into its place at once; collected in pieces it would be in memory twice, up to 20 MB for a table. */
function wholeFile({ headers, routeOptions }: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const announced = headers['content-length'] === undefined ? null : Number(headers['content-length'])
  // The system gives a buffer its memory only where it is written to.
  const file = Buffer.allocUnsafeSlow(announced ?? routeOptions.bodyLimit ?? bodyLimit)
  let length = 0
  payload.on('data', (piece: Buffer) => {
    if (length + piece.length > file.length) reject(problems.tooLarge())
    else length += piece.copy(file, length)
  })
  payload.on('end', () => {
    if (announced === null || length === announced) resolve(file.subarray(0, length))
    else reject(problems.wrongLength())
  })
  payload.on('error', () => reject(problems.wrongLength()))
  return promise
}

/**
 * Accepts JSON and, on the few routes that take them, HTML form fields (plain-forms.ts) and files. Nothing else is
 * parsed.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    parse(body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => {
      if (body.split('&', maxFields + 1).length > maxFields) throw new HttpProblem(400, 'The form has too many fields.')
      return new URLSearchParams(body)
    },
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(textParts(body)),
  )
  const types = Object.values(fileKinds).flatMap(({ types }) => types)
  app.addContentTypeParser(types, wholeFile)
}
