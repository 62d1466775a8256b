import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseConfig, settings } from '../backend/config/config.ts'

/** docker-compose.yml as text and structure: there is no Docker here that could start it. */
const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

const service = z.looseObject({
  image: z.string().optional(),
  build: z.unknown().optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).optional(),
  networks: z.unknown(),
  init: z.literal(true),
  mem_limit: z.string(),
  restart: z.literal('unless-stopped'),
  logging: z.object({ driver: z.string(), options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
  healthcheck: z.looseObject({ test: z.array(z.string()) }),
})
const { services, volumes } = z
  .looseObject({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
  .parse(parse(read('docker-compose.yml'), { merge: true }))

const keysOf = (file: string) => [...read(file).matchAll(/^(?:# )?([A-Z][A-Z\d_]+)=/gm)].map(([, key = '']) => key)

/** As Docker Compose replaces `${KEY:-default}` and `${KEY:?message}`. */
function interpolated(text: string, env: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, key: string, kind?: string, rest = '') => {
    const value = env[key] ?? ''
    if (value !== '') return value
    if (kind === '?') throw new Error(rest)
    return rest
  })
}

const appWith = (env: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(services.app?.environment ?? {}).map(([key, value]) => [key, interpolated(value, env)]),
  )

const filled = {
  PUBLIC_URL: 'https://www.campaign-of-ours.us',
  APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
  DATABASE_PASSWORD: 'Zt5-u8w/+=',
  SMTP_URL: 'smtps://user:password@mail.campaign-of-ours.us',
  MAIL_FROM: 'news@campaign-of-ours.us',
}

describe('docker-compose.yml', () => {
  it('passes every key of .env to the app', () => {
    expect(keysOf('.env.example').filter((key) => !(key in (services.app?.environment ?? {})))).toEqual([])
  })

  it('fixes only what the container decides; everything else comes from .env', () => {
    const fixed = Object.entries(services.app?.environment ?? {}).filter(
      ([key, value]) => !value.startsWith(`\${${key}:`),
    )
    expect(fixed.map(([key]) => key)).toEqual(['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR'])
  })

  it('needs five values, and starts in production with them', () => {
    expect(parseConfig(appWith(filled))).toMatchObject({
      isProduction: true,
      isHttps: true,
      trustProxy: ['172.30.0.2'],
      databaseUrl: expect.stringContaining('@postgres:5432/campaign'),
      eventStoreUrl: 'esdb://eventstore:2113?tls=false',
    })
    for (const key of Object.keys(filled)) expect(() => appWith({ ...filled, [key]: '' })).toThrow(`set ${key} in .env`)
    const copied = Object.fromEntries(
      [...read('.env.example').matchAll(/^([A-Z\d_]+)=(.*)$/gm)].map(([, k = '', v = '']) => [k, v]),
    )
    expect(parseConfig(appWith({ ...copied, ...filled })).isProduction).toBe(true)
  })

  it('takes any output of `openssl rand -base64 32` as a secret', () => {
    for (let draw = 0; draw < 500; draw++) {
      const secret = () => randomBytes(32).toString('base64')
      const [password, appSecret] = [secret(), secret()]
      const { databaseUrl = '' } = parseConfig(
        appWith({ ...filled, DATABASE_PASSWORD: password, APP_SECRET: appSecret }),
      )
      expect(new pg.Client(databaseUrl).password).toBe(password)
    }
  })

  it('pins every image to a version, keeps the data in named volumes, and opens only the proxy', () => {
    for (const [name, { image, build }] of Object.entries(services))
      expect([name, build ? 'built' : image]).toEqual([
        name,
        expect.stringMatching(/^built$|:\d+\.\d+(?:\.\d+)?(?:-[a-z\d.]+)?$/),
      ])
    expect(Object.entries(services).flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['caddy'])
    expect(Object.keys(volumes)).toEqual(
      expect.arrayContaining(['postgres-data', 'eventstore-data', 'app-data', 'caddy-data']),
    )
    expect(read('Dockerfile').match(/^FROM .*$/gm)).toEqual([
      expect.stringMatching(/^FROM node:\d+\.\d+\.\d+-[a-z]+-slim AS build$/),
      expect.stringMatching(/^FROM node:\d+\.\d+\.\d+-[a-z]+-slim$/),
    ])
  })
})

it('.env.example names every setting an operator may want, and no other', () => {
  const forDevelopers = [
    'RATE_LIMITS',
    'DEMO_CONTENT',
    'SERVE_SITE',
    ...settings.filter((key) => /^(GOOGLE|FACEBOOK)_\w+_URL$|^GOOGLE_ISSUER$/.test(key)),
  ]
  expect(keysOf('.env.example').toSorted()).toEqual(settings.filter((key) => !forDevelopers.includes(key)).toSorted())
})
