/**
 * Which clients get the current best page without being counted. Recorded by BotRuleChanged whenever `version` changes.
 */
export const botRules = {
  version: 'bots-1',
  /** Matched against the user agent, ignoring case. */
  crawler:
    '(?<!cu)bot\\b|bot[/;_-]|crawl|spider|slurp|headless|lighthouse|pagespeed|preview|monitor|uptime|archiver|facebookexternalhit|curl/|wget/|python|java/|go-http|okhttp|axios|node-fetch|undici',
  withoutUserAgent: true,
  prefetch: true,
}

export type BotVerdict = { isBot: boolean; rule: 'crawler' | 'no-user-agent' | 'prefetch' | null; version: string }

const crawler = new RegExp(botRules.crawler, 'i')

/** `purpose`: the headers Sec-Purpose, Purpose and X-Moz joined; a prefetched page may never be viewed. */
export function botVerdict({ userAgent, purpose }: { userAgent: string; purpose: string }): BotVerdict {
  const rule = /prefetch|prerender|preview/i.test(purpose)
    ? 'prefetch'
    : userAgent.trim() === ''
      ? 'no-user-agent'
      : crawler.test(userAgent)
        ? 'crawler'
        : null
  return { isBot: rule !== null, rule, version: botRules.version }
}

export const isCrawler = (userAgent: string) => botVerdict({ userAgent, purpose: '' }).isBot
