import { useStore } from '@nanostores/react'
import { $policy } from '../stores/moderation-policy.ts'

const bandsOf = ({ review, reject }: { review: number; reject: number }) =>
  [
    { range: `0–${review - 1}%`, tone: 'good', label: 'Auto-approve', what: 'It is published at once.' },
    {
      range: `${review}–${reject - 1}%`,
      tone: 'waiting',
      label: 'Human review',
      what: 'It waits here; until then only its author sees it.',
    },
    {
      range: `${reject}–100%`,
      tone: 'bad',
      label: 'Auto-reject',
      what: 'It is not published. Its author reads why, and can appeal to you.',
    },
  ] as const

const keys = [
  ['j', 'next item'],
  ['k', 'item before'],
  ['a', 'approve it'],
  ['r', 'reject it'],
] as const

/** What the machine does by itself, and what is left to people. */
export function ModerationHelp() {
  const bands = bandsOf(useStore($policy))
  return (
    <aside className="card moderation-help stack" aria-labelledby="help-title">
      <h2 id="help-title">How AI Moderation Works</h2>
      <p className="small">
        Every thread and reply is checked the moment it is sent. The check names a kind of violation and how sure it is
        of it; the passages that decided are marked.
      </p>
      <ul className="bands">
        {bands.map(({ range, tone, label, what }) => (
          <li key={label}>
            <span className={`badge badge-${tone}`}>{range}</span> <strong>{label}.</strong> {what}
          </li>
        ))}
      </ul>
      <p className="small">
        Harsh words about ideas, bills and public figures are fine. When in doubt, let people speak.
      </p>
      <h3>Keys</h3>
      <dl className="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
