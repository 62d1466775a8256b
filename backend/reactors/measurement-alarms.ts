import type { Knex } from 'knex'
import type { PagePauseEvent } from '../domain/page-variations/page-pauses.ts'
import type { SampleRatioEvent } from '../domain/page-variations/sample-ratio-alarms.ts'
import type { Sender } from '../mail/layout.ts'
import { measurementAlarmMail, pausedVariationMail } from '../mail/measurement-notices.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import type { ReactsTo } from './reactor.ts'
import { staffMails } from './staff-mails.ts'

type Mismatched = Extract<SampleRatioEvent, { type: 'SampleRatioMismatched' }>
type Paused = Extract<PagePauseEvent, { type: 'VariationPaused' }>

/** Tells staff once that measurements of page variations cannot be trusted, or that one was paused. */
export function measurementAlarmsReactor({
  knex,
  sentMails,
  sender,
}: {
  knex: Knex
  sentMails: SentMails
  sender: () => Sender
}): ReactsTo<Mismatched | Paused> {
  const tellStaff = staffMails({ knex, sentMails }, 'measurement-alarms')
  return {
    name: 'measurement-alarms',
    on: {
      SampleRatioMismatched: (event) => tellStaff(event, ({ email }) => measurementAlarmMail(sender(), email)),
      VariationPaused: (event) => tellStaff(event, ({ email }) => pausedVariationMail(sender(), email, event.data)),
    },
  }
}
