import { describe, expect, it } from 'vitest'
import { botRules, isCrawler } from './bots.ts'

describe('bots', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36',
    'curl/8.5.0',
    'python-requests/2.32',
    '',
  ])('%s is a bot', (userAgent) => expect(isCrawler(userAgent)).toBe(true))
  it.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 15; Cubot X70) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  ])('%s is a person', (userAgent) => expect(isCrawler(userAgent)).toBe(false))
  it('are judged by a rule whose version and pattern are recorded', () => {
    expect(botRules.version).toMatch(/^isbot-\d+\.\d+\.\d+$/)
    expect(new RegExp(botRules.crawler, 'i').test('Googlebot')).toBe(true)
  })
})
