import { useState } from 'react'
import type { SkillMatch, WayToHelp } from '../../../contract/skill-match.ts'
import type { AdminVolunteer } from '../../../contract/volunteers.ts'

/** As on the Volunteer HQ page. */
export const wayNames: { [Way in WayToHelp]: string } = {
  grassroots: 'Grassroots Organizing',
  communications: 'Communications',
  technology: 'Technology',
  events: 'Events',
}

/** The ways to help that an application fits, and, when asked, which of its words led there. */
export function SkillMatchCell({ volunteer: { aiSkillMatch, firstName, lastName } }: { volunteer: AdminVolunteer }) {
  const [isOpen, setOpen] = useState(false)
  if (aiSkillMatch.length === 0) return 'No match'
  return (
    <>
      <span className="badges">
        {aiSkillMatch.map(({ way, strength }) => (
          <span className="badge" key={way}>
            {wayNames[way]} {strength}%
          </span>
        ))}
      </span>{' '}
      <button
        type="button"
        className="link-button"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide why' : 'Why?'} Match of ${firstName} ${lastName}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide why' : 'Why?'}
      </button>
      {isOpen && <Reasons match={aiSkillMatch} />}
    </>
  )
}

const Reasons = ({ match }: { match: SkillMatch }) => (
  <dl className="small">
    {match.map(({ way, reasons }) => (
      <div key={way}>
        <dt>
          <strong>{wayNames[way]}</strong>
        </dt>
        <dd>
          {reasons.map(({ from, words, points }) => `“${words}” in ${from}: ${points} points`).join(', ')}
          {reasons.reduce((sum, { points }) => sum + points, 0) > 100 && ' (at most 100)'}
        </dd>
      </div>
    ))}
  </dl>
)
