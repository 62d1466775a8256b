import { once } from 'node:events'
import fastify from 'fastify'
import { connect } from '../../backend/kernel/database/connect.ts'
import { decrypt, encrypt } from '../../backend/kernel/eventlog/encryption/aes-gcm.ts'
import { httpFoundation } from '../../backend/kernel/http/foundation.ts'
import { fastifyOptions } from '../../backend/kernel/http/server-options.ts'
import { closeOnSignals } from '../../backend/kernel/http/shutdown.ts'

/**
 * A separate process for shutdown tests: prints its port, then a line for every request to /slow and every signal.
 * /slow responds when the process reads 'go' on its standard input.
 */
const app = fastify(fastifyOptions({ isHttps: false, trustProxy: [], logLevel: 'silent' }))
await app.register(httpFoundation, {
  version: '1.2.3',
  apiPage: { title: 'Closing', colors: '' },
  forms: [],
  rights: [],
  inboxOf: (address) => address,
  answerCipher: { encrypt, decrypt },
  database: connect('postgres://none:nothing@127.0.0.1:1/none'),
  production: false,
  isHttps: false,
  origin: [],
  rateLimits: 'off',
  rateLimitKey: Buffer.alloc(32),
  sessionCookie: 'session',
  personOf: async () => null,
  readiness: async () => ({ ready: true, checks: {} }),
})
app.get('/slow', { config: { policy: 'public' } }, async () => {
  console.log('asked')
  await once(process.stdin, 'data')
  return { message: 'done' }
})
app.addHook('preClose', async () => console.log('closing'))
app.addHook('onClose', async () => console.log('closed'))
closeOnSignals(app, { drainSeconds: Number(process.argv[2] ?? 0) })
await app.listen({ host: '127.0.0.1', port: 0 })
const [address] = app.addresses()
console.log(typeof address === 'object' ? address.port : 0)
