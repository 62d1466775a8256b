import type { FastifyReply, FastifyRequest } from 'fastify'

/** A response that is cached as JSON in bytes. */
export type KeptBytes = { identity: Buffer; gzip: Buffer; etag: string }

const acceptsGzip = (accepted = '') =>
  accepted.split(',').some((each) => /^\s*(gzip|\*)\s*($|;)/i.test(each) && !/;\s*q=0(\.0*)?\s*$/i.test(each))

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
const isKnown = (condition: string | undefined, etag: string) =>
  condition?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false

/** Sends it compressed where the client accepts that, and without a body to a client that has it already. */
export function sendKept({ headers }: FastifyRequest, reply: FastifyReply, kept: KeptBytes): FastifyReply {
  reply.headers({ etag: kept.etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
  if (isKnown(headers['if-none-match'], kept.etag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (!acceptsGzip(headers['accept-encoding'])) return reply.send(kept.identity)
  return reply.header('content-encoding', 'gzip').send(kept.gzip)
}
