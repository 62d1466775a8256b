import { createRequire } from 'node:module'
import type { FastifyRequest } from 'fastify'
import { getPattern } from 'isbot'
import { type BotRules, createBotVerdict } from '../domain/bot-rules.ts'
import { purposeOf } from '../traffic/loaded-ahead.ts'

const { version }: { version: string } = createRequire(import.meta.url)('isbot/package.json')

/** The whole pattern is in the log, so that an old verdict can be repeated without the old library. */
export const botRules: BotRules = {
  version: `isbot-${version}`,
  crawler: getPattern().source,
  withoutUserAgent: true,
  prefetch: true,
}

export const botVerdict = createBotVerdict(botRules)

export const isCrawler = (userAgent: string): boolean => botVerdict({ userAgent, purpose: '' }).isBot

export const verdictOn = (request: FastifyRequest) =>
  botVerdict({
    userAgent: request.headers['user-agent'] ?? '',
    purpose: purposeOf(request.headers) ?? '',
  })
