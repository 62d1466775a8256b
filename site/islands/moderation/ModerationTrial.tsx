import type { PolicyTrial } from '../../../contract/moderation-policy.ts'
import { messages } from '../../lib/messages.ts'

type Outcomes = PolicyTrial['before']

const heads: { [O in keyof Outcomes]: string } = { approved: 'Approved', held: 'Held', refused: 'Rejected' }
const kinds = ['approved', 'held', 'refused'] as const

/** The result of the trial, compared with past outcomes and human decisions. */
export function ModerationTrial({ trial }: { trial: PolicyTrial }) {
  const { texts, notJudged, before, after, peopleApproved, peopleRejected } = trial
  const rows: { label: string; outcomes: Outcomes; wrong?: keyof Outcomes }[] = [
    { label: 'What happened', outcomes: before },
    { label: 'With this policy', outcomes: after },
    { label: 'People approved', outcomes: peopleApproved, wrong: 'refused' },
    { label: 'People rejected', outcomes: peopleRejected, wrong: 'approved' },
  ]
  return (
    <>
      <table className="trial">
        <caption>
          {texts.toLocaleString('en-US')} past {texts === 1 ? 'post' : 'posts'}
        </caption>
        <thead>
          <tr>
            <td />
            {kinds.map((kind) => (
              <th scope="col" key={kind}>
                {heads[kind]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, outcomes, wrong }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {kinds.map((kind) => (
                <td key={kind} className={kind === wrong && outcomes[kind] > 0 ? 'trial-wrong' : undefined}>
                  {outcomes[kind].toLocaleString('en-US')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {notJudged > 0 && <p className="alert">{messages.moderation.trialCut(notJudged.toLocaleString('en-US'))}</p>}
      <Differences trial={trial} />
    </>
  )
}

const said = { approve: 'People approved', reject: 'People rejected' } as const
const would = { approved: 'would be published', held: 'would be held', refused: 'would be rejected' } as const

function Differences({ trial: { differences, peopleApproved, peopleRejected } }: { trial: PolicyTrial }) {
  const count = peopleApproved.refused + peopleRejected.approved
  if (count === 0) return <p className="small">This policy agrees with every human decision.</p>
  return (
    <details className="differences">
      <summary>
        {count.toLocaleString('en-US')} {count === 1 ? 'post' : 'posts'} would go against a person’s decision
        {differences.length < count && `; here are the newest ${differences.length}`}
      </summary>
      <ul className="difference-list">
        {differences.map(({ id, text, decision, confidence, outcome }) => (
          <li key={id}>
            <p className="small">
              <strong>
                {said[decision]}, {would[outcome]}
              </strong>{' '}
              ({confidence}%)
            </p>
            <p className="difference-text">{text}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
