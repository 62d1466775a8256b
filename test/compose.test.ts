import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseConfig, settings } from '../backend/config/config.ts'

/** The files of Docker Compose as text and structure: there is no Docker here that could start them. */
const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

const service = z.looseObject({
  image: z.string().optional(),
  build: z.unknown().optional(),
  pull_policy: z.string().optional(),
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

/** As Docker Compose replaces `${KEY:-default}`, whose default may hold another one, and `${KEY:?message}`. */
function interpolated(text: string, env: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])((?:\$\{[^}]*\}|[^}])*))?\}/g, (_, key: string, kind?: string, rest = '') => {
    const value = env[key] ?? ''
    if (value !== '') return value
    if (kind === '?') throw new Error(rest)
    return interpolated(rest, env)
  })
}

const environmentOf = (name: string, env: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, interpolated(value, env)]),
  )
const appWith = (env: Record<string, string>) => environmentOf('app', env)

/** docker-compose.small.yml, whose mappings Docker Compose lays over those of the first file. */
const small = z
  .object({
    services: z.record(
      z.string(),
      z.strictObject({
        environment: z.record(z.string(), z.string()).optional(),
        depends_on: z.record(z.string(), z.looseObject({ required: z.boolean() })).optional(),
        profiles: z.array(z.string()).optional(),
        command: z.string().optional(),
        shm_size: z.string().optional(),
        mem_limit: z.string().optional(),
      }),
    ),
  })
  .parse(parse(read('docker-compose.small.yml'), { merge: true })).services

const filled = {
  PUBLIC_URL: 'https://www.campaign-of-ours.us',
  APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
  DATABASE_PASSWORD: 'Zt5-u8w/+=',
  SMTP_URL: 'smtps://user:password@mail.campaign-of-ours.us',
  MAIL_FROM: 'news@campaign-of-ours.us',
}

describe('docker-compose.yml', () => {
  it('builds one image, which the scaled processes use too, and never asks a registry for it', () => {
    const own = Object.entries(services).filter(([, { image }]) => image === 'campaign-site:local')
    expect(own.map(([name, { build, pull_policy }]) => [name, build !== undefined, pull_policy])).toEqual([
      ['app', true, 'never'],
      ['app-scaled', false, 'never'],
    ])
    expect(read('Dockerfile')).toContain('/app/campaign ./campaign')
    expect(read('.dockerignore').split('\n')).not.toContain('campaign')
  })

  it('gives the server a role of its own where the owner has a password of its own', () => {
    const owned = { ...filled, DATABASE_MIGRATION_PASSWORD: 'owner/+=' }
    expect(parseConfig(appWith(filled)).databaseMigrationUrl).toBeUndefined()
    expect(parseConfig(appWith(owned))).toMatchObject({
      databaseUrl: expect.stringContaining('//campaign:'),
      databaseMigrationUrl: 'postgres://campaign_owner:owner%2F%2B%3D@postgres:5432/campaign',
    })
    const postgres = (env: Record<string, string>) => environmentOf('postgres', env)
    expect([postgres(filled), postgres(owned)]).toMatchObject([
      { POSTGRES_USER: 'campaign_owner', POSTGRES_PASSWORD: filled.DATABASE_PASSWORD, DATABASE_MIGRATION_PASSWORD: '' },
      { POSTGRES_USER: 'campaign_owner', POSTGRES_PASSWORD: 'owner/+=', DATABASE_PASSWORD: filled.DATABASE_PASSWORD },
    ])
  })

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
    for (const [name, { image }] of Object.entries(services))
      expect([name, image]).toEqual([
        name,
        expect.stringMatching(/^campaign-site:local$|:\d+\.\d+(?:\.\d+)?(?:-[a-z\d.]+)?$/),
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

describe('Dockerfile', () => {
  it('leaves all code to root, and to the user that runs it only the data folder', () => {
    const [, image = ''] = read('Dockerfile').split(/^FROM .*-slim$/m)
    expect(image).not.toContain('--chown')
    expect([...image.matchAll(/chown (?:-R )?(\S+) (\S+)/g)].map(([, user, path]) => [user, path])).toEqual([
      ['node:node', '/data'],
      ['node', '$NODE_COMPILE_CACHE'],
      ['root', '$NODE_COMPILE_CACHE'],
    ])
    expect(image.match(/^USER .*$/gm)).toEqual(['USER node'])
    expect(image.indexOf('USER node')).toBeGreaterThan(image.lastIndexOf('RUN '))
  })
})

describe('docker-compose.small.yml', () => {
  it('is one line in .env', () =>
    expect(read('.env.example')).toContain('\n#COMPOSE_FILE=docker-compose.yml:docker-compose.small.yml\n'))

  it('changes only services that exist, and none needs EventStoreDB any more', () => {
    expect(Object.keys(small).filter((name) => !(name in services))).toEqual([])
    expect(small.eventstore?.profiles).toEqual(['eventstore'])
    for (const name of ['app', 'app-scaled'])
      expect(small[name]?.depends_on).toEqual({ eventstore: { condition: 'service_healthy', required: false } })
    const env = { ...appWith({ ...filled, EVENTSTORE_URL: 'esdb://other:2113' }), ...small.app?.environment }
    expect(parseConfig(env).eventStoreUrl).toBeUndefined()
  })

  it('leaves a third of 2 GB to the system, and to PostgreSQL more than its settings take', () => {
    const megabytes = (text = '') => Number.parseInt(text, 10) * (text.endsWith('g') ? 1024 : 1)
    const limits = ['caddy', 'app', 'postgres'].map((name) => megabytes(small[name]?.mem_limit))
    expect(Math.max(...limits)).toBeLessThan(1024)
    expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual((2048 * 2) / 3)
    const setting = (name: string) => Number(small.postgres?.command?.match(new RegExp(`${name}=(\\d+)`))?.[1])
    const processes = 8 // that sort at the same time, as the pool of one app allows
    const taken = setting('shared_buffers') + setting('maintenance_work_mem') + processes * setting('work_mem')
    expect(taken).toBeLessThan(megabytes(small.postgres?.mem_limit) / 2)
    expect(setting('max_connections')).toBeGreaterThan(30)
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
