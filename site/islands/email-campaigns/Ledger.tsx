import { useStore } from '@nanostores/react'
import { publicDateAndTime } from '../../lib/dates.ts'
import { leftOutSentence, people, segmentLooks, switchNames } from '../../lib/email-campaign-words.ts'
import type { EmailCampaignStores } from '../../stores/email-campaigns/email-campaign.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'

/** The decision to send the campaign. */
export function Ledger({ ledger }: Pick<EmailCampaignStores, 'ledger'>) {
  const state = useStore(ledger.$state)
  switch (state.status) {
    case 'loading':
      return <CardSkeleton label="Loading the ledger…" />
    case 'failed':
    case 'offline':
      return <LoadFailure state={state} onRetry={ledger.reload} />
    case 'loaded': {
      const { sentAt, sentBy, rules, obeys, position, recipients, leftOut, recipientsHash } = state.value
      return (
        <section className="card stack" aria-labelledby="ledger-title">
          <h3 id="ledger-title">Ledger</h3>
          <p>
            {sentBy ?? 'The schedule'} sent it on <time dateTime={sentAt}>{publicDateAndTime(sentAt)}</time> to{' '}
            {people(recipients)}. {leftOutSentence(leftOut) ?? 'No one was left out.'}
          </p>
          <ul className="ledger-rules">
            {rules.map(({ segmentId, version, sentence }) => (
              <li key={segmentId}>
                <strong>{segmentLooks[segmentId].name}</strong>, rule version {version}: {sentence}
              </li>
            ))}
          </ul>
          <p>People who had turned off {switchNames(obeys)} in Settings didn’t get it.</p>
          <dl className="campaign-facts">
            <div>
              <dt>Log position</dt>
              <dd>{position}</dd>
            </div>
            <div>
              <dt>Fingerprint of the list</dt>
              <dd className="ledger-hash">{recipientsHash}</dd>
            </div>
          </dl>
          <p className="quiet small">
            This record never changes. Re-running the rules on the log up to here picks the same people and gives the
            same hash.
          </p>
        </section>
      )
    }
  }
}
