import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
  PUBLIC_URL: 'https://www.example.org/',
  DATABASE_URL: 'postgres://campaign:Zt5-u8w@db/campaign',
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'news@campaign-of-ours.us',
}

describe('settings', () => {
  it('have defaults that work on a bare machine', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      isProduction: false,
      hasRateLimits: true,
      hasDemoContent: true,
    })
  })

  it('name everything that is wrong at once, with an example of each, and no value that was set', () => {
    const wrong = { NODE_ENV: 'production', PORT: 'many', SMTP_URL: 'mail:hunter2@host', GOOGLE_CLIENT_ID: 'half' }
    expect(() => parseConfig(wrong)).toThrow(
      new ConfigError(
        [
          'Please correct these settings:',
          '- PORT must be a port from 0 to 65535, such as 3000.',
          '- SMTP_URL must be an address such as smtps://user:password@mail.example.org.',
          '- Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or neither.',
          '- APP_SECRET is missing. Make one with `openssl rand -base64 32` and keep it safe: without it, personal data cannot be decrypted.',
          '- PUBLIC_URL is missing. Set it to the public URL of the site, such as https://www.example.org.',
          '- MAIL_FROM is missing. Set it to the address that your mail comes from.',
        ].join('\n'),
      ),
    )
    expect(() => parseConfig({ PORT: 'many' })).toThrow(
      new ConfigError('PORT must be a port from 0 to 65535, such as 3000.'),
    )
  })

  it('treat an empty variable as unset', () => {
    expect(parseConfig({ DATABASE_URL: '' }).databaseUrl).toBeUndefined()
  })
})

describe('https', () => {
  it('follows from PUBLIC_URL', () => {
    expect(parseConfig(production).isHttps).toBe(true)
    expect(parseConfig({ ...production, PUBLIC_URL: 'http://127.0.0.1:3000' }).isHttps).toBe(false)
    expect(parseConfig({ PUBLIC_URL: 'https://localhost:3000' }).isHttps).toBe(true)
    expect(parseConfig({}).isHttps).toBe(false)
  })

  it('is required for a public site', () => {
    const open = { ...production, PUBLIC_URL: 'http://www.example.org' }
    expect(() => parseConfig(open)).toThrow('PUBLIC_URL must start with https://')
  })
})

describe('the public address', () => {
  it.each([
    ['HTTPS://WWW.Camp.us', 'https://www.camp.us'],
    ['https://www.camp.us:443/', 'https://www.camp.us'],
    ['https://www.cämp.us', 'https://www.xn--cmp-qla.us'],
  ])('%s is kept as browsers name it', (PUBLIC_URL, origin) => {
    expect(parseConfig({ ...production, PUBLIC_URL })).toMatchObject({ publicUrl: origin, isHttps: true })
  })

  it.each([
    'https://www.camp.us/site',
    'https://www.camp.us/?from=mail',
    'https://www.camp.us/#top',
    'https://user:hunter2@www.camp.us',
  ])('%s is rejected: pages and links stand at the root of their host', (PUBLIC_URL) => {
    expect(() => parseConfig({ ...production, PUBLIC_URL })).toThrow(
      new ConfigError('PUBLIC_URL must be the public URL of the site without a path, such as https://www.example.org.'),
    )
  })
})

describe('addresses that a part could not use', () => {
  it.each(['yes', '*', '10.0.0.0/99', '0.0.0.0/0', 'proxy.local', '10.0.0.5, proxy'])(
    'TRUST_PROXY=%s is rejected',
    (TRUST_PROXY) => {
      expect(() => parseConfig({ TRUST_PROXY })).toThrow(
        new ConfigError(
          'TRUST_PROXY must be addresses or networks separated by commas, such as 10.0.0.5 or 172.16.0.0/12.',
        ),
      )
    },
  )

  it('a proxy has an address or a network', () => {
    expect(parseConfig({ TRUST_PROXY: '10.0.0.5, fd00::/8,172.16.0.0/12' }).trustProxy).toEqual([
      '10.0.0.5',
      'fd00::/8',
      '172.16.0.0/12',
    ])
  })

  it.each(['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_MIGRATION_URL'])(
    '%s: a percent sign that starts no code is rejected in one sentence',
    (name) => {
      const settings = { DATABASE_URL: 'postgres://u:p@db/campaign', [name]: 'postgres://v:50%off@db/campaign' }
      expect(() => parseConfig(settings)).toThrow(/^DATABASE_\w*URL must be .+ % as %25/)
    },
  )

  it('a password for PostgreSQL without its host would lead to an empty embedded one', () => {
    const sentence =
      'DATABASE_PASSWORD needs DATABASE_HOST: without it, an embedded PostgreSQL would start, without your data.'
    expect(() => parseConfig({ DATABASE_PASSWORD: 'hunter2' })).toThrow(new ConfigError(sentence))
    expect(parseConfig({ DATABASE_PASSWORD: 'hunter2', DATABASE_URL: 'postgres://u:p@db/campaign' }).databaseUrl).toBe(
      'postgres://u:p@db/campaign',
    )
  })

  it.each(['authorization', 'authorization=Basic %', '=x'])('headers %j for traces are rejected', (headers) => {
    expect(() => parseConfig({ OTEL_EXPORTER_OTLP_HEADERS: headers })).toThrow(
      'OTEL_EXPORTER_OTLP_HEADERS must be a list such as name=value,name=value.',
    )
  })

  it('headers for traces are decoded', () => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_EXPORTER_OTLP_HEADERS: 'a=Basic%20x==, b=2,' }
    expect(parseConfig(settings).otlp?.headers).toEqual({ a: 'Basic x==', b: '2' })
  })

  it('the metrics have a port of their own', () => {
    expect(() => parseConfig({ METRICS_PORT: '3000' })).toThrow(
      new ConfigError('METRICS_PORT is the port of the site (3000). Choose another, such as 9464.'),
    )
    expect(parseConfig({ METRICS_PORT: '0', PORT: '0' }).metricsPort).toBe(0)
  })

  it('a DKIM key that cannot be read is rejected before the first mail', () => {
    const pem = '-----BEGIN PRIVATE KEY-----\\nMII\\n-----END PRIVATE KEY-----'
    expect(() => parseConfig({ DKIM_DOMAIN: 'camp.us', DKIM_SELECTOR: 'mail', DKIM_PRIVATE_KEY: pem })).toThrow(
      new ConfigError('DKIM_PRIVATE_KEY must be a private key in PEM format with \\n for line breaks.'),
    )
  })
})

describe('a public address with development settings', () => {
  it.each([
    'https://www.example.org',
    'http://www.example.org',
    'https://8.8.8.8',
    'https://127.0.0.1.example.org',
    'https://localhost.example.org',
  ])('%s is rejected', (PUBLIC_URL) => {
    const sentence = `PUBLIC_URL is public (${PUBLIC_URL}), but the settings are those for development. Set NODE_ENV=production, or remove PUBLIC_URL.`
    expect(() => parseConfig({ PUBLIC_URL })).toThrow(sentence)
    expect(() => parseConfig({ PUBLIC_URL, NODE_ENV: 'development' })).toThrow(sentence)
  })

  it.each(['http://localhost:3000', 'http://[::1]:3000', 'http://192.168.1.7:3000', 'http://mac.local:3000'])(
    '%s is not public',
    (PUBLIC_URL) => {
      expect(parseConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
    },
  )
})

describe('the pages of the outbox', () => {
  it('exist where only this machine can reach them', () => {
    for (const env of [{}, { HOST: '::1' }, { HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:3000' }])
      expect(parseConfig(env).hasOutboxPages).toBe(true)
  })

  it.each([
    ['another host', { HOST: '0.0.0.0' }],
    ['an address of the network', { HOST: '192.168.1.7' }],
    ['an address that others know', { PUBLIC_URL: 'http://192.168.1.7:3000' }],
    ['a proxy', { TRUST_PROXY: '127.0.0.1' }],
    ['production', production],
  ])('do not with %s', (_what, env) => {
    expect(parseConfig(env).hasOutboxPages).toBe(false)
  })
})

describe('providers', () => {
  it('are off until configured, and then have default endpoints', () => {
    expect(parseConfig({})).toMatchObject({ google: null, facebook: null })
    expect(parseConfig({ GOOGLE_CLIENT_ID: 'us', GOOGLE_CLIENT_SECRET: 'ours' }).google).toMatchObject({
      clientId: 'us',
      issuer: 'https://accounts.google.com',
      tokenUrl: 'https://oauth2.googleapis.com/token',
    })
  })

  it.each(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'])(
    '%s alone is rejected',
    (name) => {
      expect(() => parseConfig({ [name]: 'half' })).toThrow(/Set both (GOOGLE|FACEBOOK)_CLIENT_ID and/)
    },
  )
})

describe('photos', () => {
  const bucket = {
    PHOTOS_S3_ENDPOINT: 'https://s3.example.org',
    PHOTOS_S3_BUCKET: 'people',
    PHOTOS_S3_ACCESS_KEY_ID: 'us',
    PHOTOS_S3_SECRET_ACCESS_KEY: 'ours',
  }

  it('are stored in a folder until a bucket is configured', () => {
    expect(parseConfig({}).photosBucket).toBeNull()
    expect(parseConfig({ ...bucket, PHOTOS_S3_REGION: 'auto' }).photosBucket).toEqual({
      endpoint: 'https://s3.example.org',
      bucket: 'people',
      region: 'auto',
      accessKeyId: 'us',
      secretAccessKey: 'ours',
    })
    expect(parseConfig(bucket).photosBucket?.region).toBe('us-east-1')
  })

  it.each(Object.keys(bucket))('a bucket without %s is rejected', (name) => {
    expect(() => parseConfig({ ...bucket, [name]: '' })).toThrow(`is missing ${name}.`)
  })

  it('the bucket name is validated', () => {
    expect(() => parseConfig({ ...bucket, PHOTOS_S3_BUCKET: 'People/../' })).toThrow(
      'PHOTOS_S3_BUCKET must be a bucket name',
    )
  })
})

describe('in production', () => {
  it('real settings are accepted, rate limits stay on and there is no demo content', () => {
    expect(parseConfig({ ...production, RATE_LIMITS: 'off', DEMO_CONTENT: 'on' })).toMatchObject({
      publicUrl: 'https://www.example.org',
      hasRateLimits: true,
      hasDemoContent: false,
    })
  })

  it.each([
    ['no secret', { APP_SECRET: undefined }, /APP_SECRET is missing/],
    [
      'a sample secret',
      { APP_SECRET: 'change-me-change-me-change-me-change-me-change-me' },
      /APP_SECRET is a sample value/,
    ],
    ['a short secret', { APP_SECRET: 'abcdefghijkl' }, /too short/],
    ['no public address', { PUBLIC_URL: undefined }, /PUBLIC_URL is missing/],
    ['a sample database password', { DATABASE_URL: 'postgres://campaign:password@db/campaign' }, /is a sample/],
    ['another one', { DATABASE_URL: '', DATABASE_HOST: 'db', DATABASE_PASSWORD: 'change-me' }, /is a sample/],
    ['no sender of mail', { MAIL_FROM: '' }, /^MAIL_FROM is missing/],
    ['a sample sender', { MAIL_FROM: 'no-reply@example.org' }, /^MAIL_FROM is a sample/],
    ['a mail catcher', { SMTP_URL: 'smtp://mailpit:2525' }, /^SMTP_URL is a mail catcher/],
    ['the port of one', { SMTP_URL: 'smtp://mail:1025' }, /^SMTP_URL is a mail catcher/],
    ['no mail server', { SMTP_URL: undefined }, /SMTP_URL is missing/],
  ])('%s is rejected', (_what, change, message) => {
    expect(() => parseConfig({ ...production, ...change })).toThrow(message)
  })
})
