import type { Decider, Fact } from '../../kernel/eventlog/decider.ts'

type Text = { afterHours: number; subject: string; preheader: string; body: string }
/** `campaignId`: under which its links, bounces and outcomes are recorded; an email keeps it when it is edited. */
export type WelcomeMail = Text & { campaignId: number }

/** `freshIds`: one for each email of the series, used for those that have none yet. */
export type WelcomeSeriesCommand = Fact<'ChangeWelcomeSeries', { isOn: boolean; mails: Text[]; freshIds: number[] }>
export type WelcomeSeriesEvent = Fact<'WelcomeSeriesChanged', { isOn: boolean; mails: WelcomeMail[] }>

/** `campaignIds`: for every place in the series that was ever used. */
export type WelcomeSeries = { isOn: boolean; mails: readonly WelcomeMail[]; campaignIds: readonly number[] }

export const welcomeSeriesStream = 'welcome-series'

export const welcomeSeries: Decider<WelcomeSeries, WelcomeSeriesCommand, WelcomeSeriesEvent> = {
  initialState: { isOn: false, mails: [], campaignIds: [] },
  decide({ data: { isOn, mails: texts, freshIds } }, series) {
    const mails = texts.map(
      ({ afterHours, subject, preheader, body }, index): WelcomeMail => ({
        campaignId: series.campaignIds[index] ?? freshIds[index] ?? 0,
        afterHours,
        subject,
        preheader,
        body,
      }),
    )
    const isSame = isOn === series.isOn && JSON.stringify(mails) === JSON.stringify(series.mails)
    return isSame ? [] : [{ type: 'WelcomeSeriesChanged', data: { isOn, mails } }]
  },
  evolve({ campaignIds }, { data: { isOn, mails } }) {
    const later = campaignIds.slice(mails.length)
    return { isOn, mails, campaignIds: [...mails.map(({ campaignId }) => campaignId), ...later] }
  },
}
