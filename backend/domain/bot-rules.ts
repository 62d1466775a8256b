/**
 * Decides which clients get the current best page without being counted. BotRuleChanged records each new `version`;
 * every serving names the version that judged it.
 */
export type BotRules = {
  version: string
  /** Matched against the user agent, ignoring case. */
  crawler: string
  withoutUserAgent: boolean
  prefetch: boolean
}

export type BotVerdict = { isBot: boolean; rule: 'crawler' | 'no-user-agent' | 'prefetch' | null; version: string }

/** `purpose`: the headers that name it, joined; a prefetched page may never be viewed. */
export function createBotVerdict(rules: BotRules): (client: { userAgent: string; purpose: string }) => BotVerdict {
  const crawler = new RegExp(rules.crawler, 'i')
  return ({ userAgent, purpose }) => {
    const rule = /prefetch|prerender|preview/i.test(purpose)
      ? 'prefetch'
      : userAgent.trim() === ''
        ? 'no-user-agent'
        : crawler.test(userAgent)
          ? 'crawler'
          : null
    return { isBot: rule !== null, rule, version: rules.version }
  }
}
