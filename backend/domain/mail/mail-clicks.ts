import type { Decider, Fact } from '../../kernel/eventlog/decider.ts'
import { type ClickVerdict, clickRulesVersion, judgeClicks, type MailClick } from './click-rules.ts'

type Mail = { campaignId: number; subject: string }
/** `isDonation`: the link leads to the donation page. */
type Click = Mail & MailClick & { url: string; isDonation: boolean }

export type MailClickCommand =
  | Fact<'ClickMailLink', Click>
  /** The same browser opened the donation page. `clickId`: the click that brought it to the site. */
  | Fact<'OpenDonationPage', Mail & { clickId: string; at: string }>

export type MailClickEvent =
  /** `isFirst`: from now on this recipient counts as a clicker. */
  | Fact<'MailLinkClicked', Click & { verdict: ClickVerdict; isFirst: boolean }>
  /**
   * A later click showed that earlier ones were a scanner’s. `isNone`: this recipient no longer counts as a clicker.
   */
  | Fact<'MailClicksRejudged', Mail & { clickIds: string[]; verdict: ClickVerdict; isNone: boolean }>
  | Fact<'DonationPageOpened', Mail & { clickId: string; at: string }>

/** `humans`: clicks that count as a person’s, and the rules that said so. */
type MailClicks = {
  clicks: readonly MailClick[]
  humans: readonly { clickId: string; version: string }[]
  donations: readonly string[]
}

/** One stream per recipient and email. */
export const mailClickStream = ({ campaignId, subject }: Mail) => `mail-clicks-${campaignId}-${subject}`

const maxClicks = 100 // in one stream; anyone can open a forwarded email, at any time
const repeatWindow = 60_000 // ms; the same link again within this time is a double click or a reload

const isRepeat = (click: MailClick, { clicks }: MailClicks) =>
  clicks.some(
    (one) =>
      one.clickId === click.clickId ||
      (one.link === click.link &&
        one.method === click.method &&
        one.client === click.client &&
        Math.abs(Date.parse(one.at) - Date.parse(click.at)) < repeatWindow),
  )

function decideClick(click: Click, state: MailClicks): MailClickEvent[] {
  if (state.clicks.length >= maxClicks || isRepeat(click, state)) return []
  const { campaignId, subject } = click
  const verdicts = judgeClicks([...state.clicks, click])
  const verdict = verdicts.get(click.clickId) ?? { isHuman: false, rule: null, version: clickRulesVersion }
  // A verdict by older rules stays, so that figures of the past do not change.
  const changed = state.humans.flatMap(({ clickId, version }) =>
    version === clickRulesVersion && verdicts.get(clickId)?.isHuman === false ? [clickId] : [],
  )
  const remaining = state.humans.length - changed.length
  const rejudged = Map.groupBy(changed, (clickId) => verdicts.get(clickId)?.rule ?? null)
  return [
    { type: 'MailLinkClicked', data: { ...click, verdict, isFirst: verdict.isHuman && remaining === 0 } },
    ...[...rejudged].map(([rule, clickIds], index): MailClickEvent => {
      const isNone = index === rejudged.size - 1 && remaining === 0 && !verdict.isHuman
      const later = { isHuman: false, rule, version: clickRulesVersion }
      return { type: 'MailClicksRejudged', data: { campaignId, subject, clickIds, verdict: later, isNone } }
    }),
  ]
}

export const mailClicks: Decider<MailClicks, MailClickCommand, MailClickEvent> = {
  initialState: { clicks: [], humans: [], donations: [] },
  decide(command, state) {
    switch (command.type) {
      case 'ClickMailLink':
        return decideClick(command.data, state)
      case 'OpenDonationPage':
        return state.donations.includes(command.data.clickId)
          ? []
          : [{ type: 'DonationPageOpened', data: command.data }]
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'MailLinkClicked': {
        const { clickId, verdict } = event.data
        const { version } = verdict
        const humans = verdict.isHuman ? [...state.humans, { clickId, version }] : state.humans
        return { ...state, clicks: [...state.clicks, event.data], humans }
      }
      case 'MailClicksRejudged': {
        const { clickIds } = event.data
        return { ...state, humans: state.humans.filter(({ clickId }) => !clickIds.includes(clickId)) }
      }
      case 'DonationPageOpened':
        return { ...state, donations: [...state.donations, event.data.clickId] }
    }
  },
}
