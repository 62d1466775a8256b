import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { unknownSettings } from './unknown-settings.ts'

const root = join(import.meta.dirname, '..', '..')
const inFile = (...names: string[]) =>
  unknownSettings({ file: { path: '/srv/.env', names }, environment: names, hasSigner: false })
const inEnvironment = (...environment: string[]) => unknownSettings({ file: null, environment, hasSigner: false })

describe('a name in the file that is no setting', () => {
  it.each([
    ['BOUNCE_ADDRESS', 'BOUNCES_ADDRESS (an email address, such as bounces@example.org)'],
    ['SMTP_PASWORD', 'SMTP_URL (an address such as smtps://user:password@mail.example.org)'],
    ['SMTP_ULR', 'SMTP_URL (an address such as smtps://user:password@mail.example.org)'],
    ['NODE_EMV', 'NODE_ENV (development, production or test)'],
    ['CAMPAIGN_DIRECTORY', 'CAMPAIGN_DIR'],
  ])('is named with the nearest setting: %s', (name, meant) => {
    expect(inFile(name)).toEqual([
      `${name} in /srv/.env is no setting of this site and has no effect; did you mean ${meant}?`,
    ])
  })

  it('is named alone when no setting is near', () => {
    expect(inFile('TITLE')).toEqual(['TITLE in /srv/.env is no setting of this site and has no effect.'])
  })

  it('is left alone when other programs read it', () => {
    expect(inFile('COMPOSE_FILE', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'TZ', 'OTEL_SERVICE_NAME')).toEqual([])
    const names = ['KMS_KEY_ID', 'SMTP_PASWORD']
    const found = unknownSettings({ file: { path: '.env', names }, environment: names, hasSigner: true })
    expect(found).toEqual([expect.stringMatching(/^SMTP_PASWORD /)])
  })

  it('is never repeated when it may be part of a key', () => {
    const text =
      'SEAL_PUBLIC_KEY=-----BEGIN\nMCowBQYDK2VwAyEAbase64==\nGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ012345==\n'
    expect(inFile(...Object.keys(parseEnv(text)))).toEqual([])
  })
})

it('in the environment, only what is a setting but for a typo is named', () => {
  expect(inEnvironment('BOUNCE_ADDRESS')).toEqual([
    'BOUNCE_ADDRESS in the environment is no setting of this site and has no effect; did you mean BOUNCES_ADDRESS (an email address, such as bounces@example.org)?',
  ])
  const others = ['HOME', 'PATH', 'HOSTNAME', 'GOOGLE_CLOUD_PROJECT', 'SMTP_PASSWORD', 'DATABASE_SERVICE_PORT', 'TITLE']
  expect(inEnvironment(...others)).toEqual([])
})

it('every name of the sample file and of Docker Compose is known', () => {
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const sample = [...read('.env.example').matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  const composed = ['docker-compose.yml', 'docker-compose.small.yml'].flatMap((file) =>
    [...read(file).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name),
  )
  expect(sample.length).toBeGreaterThan(50)
  expect(composed.length).toBeGreaterThan(50)
  expect(inFile(...sample, ...composed)).toEqual([])
})
