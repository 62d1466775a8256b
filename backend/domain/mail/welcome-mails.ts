import type { Decider, Fact } from '../../kernel/eventlog/decider.ts'

/**
 * The outcome of one email of the series for one person. `number`: its place in the series, from 1. `detail`: an SMTP
 * code, or why it was not sent. `provider`: the mailbox provider, too coarse to identify the person.
 */
type Outcome = {
  campaignId: number
  subject: string
  number: number
  status: 'sent' | 'failed' | 'skipped'
  detail: string | null
  provider: string
  at: string
}

export type WelcomeMailCommand = Fact<'RecordWelcomeMail', Outcome>
export type WelcomeMailEvent = Fact<'WelcomeMailHandled', Outcome>

type WelcomeMails = { handled: readonly number[] }

/** One stream per person. */
export const welcomeMailStream = (subject: string) => `welcome-mails-${subject}`

export const welcomeMails: Decider<WelcomeMails, WelcomeMailCommand, WelcomeMailEvent> = {
  initialState: { handled: [] },
  decide({ data }, { handled }) {
    return handled.includes(data.number) ? [] : [{ type: 'WelcomeMailHandled', data }]
  },
  evolve({ handled }, { data }) {
    return { handled: [...handled, data.number] }
  },
}
