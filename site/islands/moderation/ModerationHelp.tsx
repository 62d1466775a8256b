import { useStore } from '@nanostores/react'
import { $policy } from '../../stores/moderation/moderation-policy.ts'
import { KeyList } from '../ui/KeyList.tsx'

type Thresholds = { review: number; reject: number }
type Range = { from: number; to: number }

const bands: { tone: string; label: string; what: string; rangeOf(thresholds: Thresholds): Range }[] = [
  {
    tone: 'good',
    label: 'Auto-approve',
    what: 'It is published right away.',
    rangeOf: ({ review }) => ({ from: 0, to: review - 1 }),
  },
  {
    tone: 'waiting',
    label: 'Human review',
    what: 'It waits here. Until you decide, only its author can see it.',
    rangeOf: ({ review, reject }) => ({ from: review, to: reject - 1 }),
  },
  {
    tone: 'bad',
    label: 'Auto-reject',
    what: 'It is not published. Its author is told why, and can appeal.',
    rangeOf: ({ reject }) => ({ from: reject, to: 100 }),
  },
]

const percents = ({ from, to }: Range) => (from === to ? `${from}%` : `${from}–${to}%`)

const keys = [
  ['j', 'next item'],
  ['k', 'previous item'],
  ['a', 'approve it'],
  ['r', 'reject it'],
] as const

/** Decisions that the moderator makes by itself, and what is left to people. */
export function ModerationHelp() {
  const policy = useStore($policy)
  return (
    <aside className="card moderation-help stack" aria-labelledby="help-title">
      <h2 id="help-title">How AI Moderation Works</h2>
      <p className="small">
        Every thread and reply is checked as soon as it is sent. The check names a type of violation and how confident
        it is, and highlights the passages behind its decision.
      </p>
      <ul className="bands">
        {bands.map(({ tone, label, what, rangeOf }) => {
          const range = policy && rangeOf(policy)
          // With equal thresholds, nothing is left to people.
          if (range && range.from > range.to) return null
          return (
            <li key={label}>
              {range && <span className={`badge badge-${tone}`}>{percents(range)}</span>} <strong>{label}.</strong>{' '}
              {what}
            </li>
          )
        })}
      </ul>
      <p className="small">
        Harsh words about ideas, bills and public figures are fine. When in doubt, let people speak.
      </p>
      <p className="small">
        Readers can report a post. Three reports hide it until you decide. Reports no longer hide what you approved.
      </p>
      <h3 className="keys-title">Keys</h3>
      <KeyList keys={keys} />
    </aside>
  )
}
