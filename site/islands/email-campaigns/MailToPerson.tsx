import { useStore } from '@nanostores/react'
import type { MailFact, MailFacts } from '../../../contract/mail-facts.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { $facts, $isLooking, factsForm } from '../../stores/email-campaigns/mail-facts.ts'
import { AdminGate } from '../admin/AdminGate.tsx'
import { Cell } from '../admin/table/Cell.tsx'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'

/** Why a person got a mail, or did not: everything that we sent or held back, of all kinds of mail. */
export const MailToPerson = () => (
  <AdminGate rights={['people']}>
    <div className="mail-to-person stack">
      <Asking />
      <Found />
    </div>
  </AdminGate>
)

function Asking() {
  const facts = useStore($facts)
  return (
    <section className="card stack" aria-labelledby="mail-question">
      <h2 id="mail-question">Why did this person not get that mail?</h2>
      <p>
        Enter an address to see what we sent to it, what was held back or refused, and why: email campaigns of all
        times, and other mail of the last 90 days.
      </p>
      <Form
        form={factsForm}
        label="Find mail to an address"
        className="form why-form"
        values={{ email: facts?.email ?? '' }}
      >
        <Field name="email" label="Email address" type="email" />
        <SubmitButton sending="Looking..." className="button button-small">
          Show mail
        </SubmitButton>
      </Form>
    </section>
  )
}

function Found() {
  const facts = useStore($facts)
  const isLooking = useStore($isLooking)
  return (
    <div role="status">
      {isLooking && <p>Looking…</p>}
      {facts !== null && <Facts {...facts} />}
    </div>
  )
}

const columns = ['When', 'Status', 'What became of it']

const badges: { [Outcome in MailFact['outcome']]: { label: string; badge: string } } = {
  sent: { label: 'Sent', badge: 'badge badge-good' },
  waits: { label: 'Waits', badge: 'badge badge-waiting' },
  'not sent': { label: 'Not sent', badge: 'badge' },
  refused: { label: 'Refused', badge: 'badge badge-bad' },
}

const Facts = ({ email, now, facts }: MailFacts) => (
  <section className="card stack" aria-labelledby="mail-facts">
    <h2 id="mail-facts">Mail to {email}</h2>
    {now.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {facts.length > 0 && (
      <ScrollTable label={`Table of mail to ${email}`} columns={columns}>
        <tbody>
          {facts.map(({ at, outcome, sentence }) => (
            <tr key={`${at} ${sentence}`}>
              <Cell label="When">
                <time dateTime={at}>{dateAndTime(at)}</time>
              </Cell>
              <Cell label="Status">
                <span className={badges[outcome].badge}>{badges[outcome].label}</span>
              </Cell>
              <Cell label="What became of it" className="cell-wide">
                {sentence}
              </Cell>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    )}
  </section>
)
