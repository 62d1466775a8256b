import { useStore } from '@nanostores/react'
import { $supporters } from '../../stores/supporters/supporters.ts'

/** The hours are fixed (§9); the number of volunteers comes from the server. */
export function VolunteerStats() {
  const { volunteers } = useStore($supporters, { ssr: 'initial' })
  return (
    <dl className="stats">
      <div>
        <dd>{volunteers.toLocaleString('en-US')}</dd>
        <dt>Active Volunteers</dt>
      </div>
      <div>
        <dd>1,248</dd>
        <dt>Hours Logged</dt>
      </div>
    </dl>
  )
}
