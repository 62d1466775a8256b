import { expect, it } from 'vitest'
import { parseConfig } from './config.ts'
import { earlySettings } from './early.ts'

it.each([
  {},
  { PORT: '', HOST: '' },
  { PORT: '8080', HOST: '0.0.0.0' },
  { PUBLIC_URL: 'http://localhost:3000' },
  { HSTS_SUBDOMAINS: 'on' },
])('agrees with the full settings: %j', (variables) => {
  const { port, host, isHttps, hasHttpsSubdomains } = parseConfig(variables)
  expect(earlySettings(variables)).toMatchObject({ port, host, isHttps, hasHttpsSubdomains })
})

it('knows a site that is reached over https', () => {
  expect(earlySettings({ PUBLIC_URL: 'https://www.example.org' })?.isHttps).toBe(true)
})

it('shows no page before a production start rejects the sample campaign', () => {
  const sample = { social: [{ url: 'https://www.example.org/campaign' }] }
  const own = { social: [{ url: 'https://social.example/campaign-of-ours' }] }
  expect(earlySettings({ NODE_ENV: 'production' }, sample)).toBeNull()
  expect(earlySettings({ NODE_ENV: 'production' }, own)).not.toBeNull()
  expect(earlySettings({}, sample)).not.toBeNull()
})

it.each([{ PORT: 'many' }, { PORT: '70000' }, { PORT: '-1' }, { HOST: 'localhost' }, { SERVE_SITE: 'off' }])(
  'leaves listening, or refusing, to the rest of the program: %j',
  (variables) => {
    expect(earlySettings(variables)).toBeNull()
  },
)
