import type { WayToHelp } from '../../../contract/skill-match.ts'
import type { AdminVolunteer } from '../../../contract/volunteers.ts'

/** As on the Volunteer HQ page. */
export const wayNames: { [Way in WayToHelp]: string } = {
  grassroots: 'Grassroots Organizing',
  communications: 'Communications',
  technology: 'Technology',
  events: 'Events',
}

/** The ways to help that an application fits, and which of its words led there. */
export const SkillMatch = ({ match }: { match: AdminVolunteer['aiSkillMatch'] }) =>
  match.length === 0 ? (
    'No match'
  ) : (
    <ul className="plain-list">
      {match.map(({ way, strength, reasons }) => (
        <li key={way}>
          <span className="badge">
            {wayNames[way]} {strength}%
          </span>{' '}
          {reasons.map(({ from, words, points }) => `“${words}” in ${from}: ${points} points`).join(', ')}
          {reasons.reduce((sum, { points }) => sum + points, 0) > 100 && ' (at most 100)'}
        </li>
      ))}
    </ul>
  )
