import type { FurtherColumn } from '../../../../records/kept-columns.ts'
import { calendarDate } from '../../../lib/dates.ts'
import { Badges } from './Badges.tsx'

type Person = {
  address: string | null
  city: string | null
  state: string | null
  tags: string[] | null
  furtherColumns: FurtherColumn[] | null
}

/** In an opened row: where a person lives, and what imported lists said about them. */
export const PersonDetails = ({ address, city, state, tags, furtherColumns }: Person) => (
  <>
    {(address || city || state) && (
      <div>
        <dt>Address</dt>
        <dd dir="auto">{[address, city, state].filter(Boolean).join(', ')}</dd>
      </div>
    )}
    {tags && (
      <div>
        <dt>Tags</dt>
        <dd dir="auto">
          <Badges names={tags} all />
        </dd>
      </div>
    )}
    {furtherColumns?.map(({ heading, text, from }) => (
      <div key={heading}>
        <dt dir="auto">{heading}</dt>
        <dd dir="auto">
          <p className="long-text">{text}</p>
          <p className="quiet">From the list of {calendarDate(from)}</p>
        </dd>
      </div>
    ))}
  </>
)
