import type { Knex } from 'knex'
import type { PagePauseEvent } from '../domain/page-pauses.ts'
import type { SampleRatioEvent } from '../domain/sample-ratio-alarms.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import type { Sender } from '../mail/layout.ts'
import type { Mail } from '../mail/mailer.ts'
import { measurementAlarmMail, pausedVariationMail } from '../mail/measurement-notices.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { adminAddresses } from '../read-model/users.ts'
import { causedBy } from './event-mails.ts'

type Mismatched = Extract<SampleRatioEvent, { type: 'SampleRatioMismatched' }>
type Paused = Extract<PagePauseEvent, { type: 'VariationPaused' }>

export type MeasurementAlarmsReactor = {
  name: 'measurement-alarms'
  on: {
    SampleRatioMismatched: (event: Recorded<Mismatched>) => Promise<void>
    VariationPaused: (event: Recorded<Paused>) => Promise<void>
  }
}

/** Tells every admin once that measurements of page variations cannot be trusted, or that one was paused. */
export function measurementAlarmsReactor({
  knex,
  sentMails,
  sender,
}: {
  knex: Knex
  sentMails: SentMails
  sender: () => Sender
}): MeasurementAlarmsReactor {
  async function tellAdmins(event: Recorded<Mismatched> | Recorded<Paused>, mailTo: (email: string) => Mail) {
    for (const { userId, email } of await adminAddresses(knex))
      await sentMails.sendOnce({ key: `${event.id}.${userId}`, ...causedBy('measurement-alarms', event) }, async () =>
        mailTo(email),
      )
  }
  return {
    name: 'measurement-alarms',
    on: {
      SampleRatioMismatched: (event) => tellAdmins(event, (email) => measurementAlarmMail(sender(), email)),
      VariationPaused: (event) => tellAdmins(event, (email) => pausedVariationMail(sender(), email, event.data)),
    },
  }
}
