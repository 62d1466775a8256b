import { useStore } from '@nanostores/react'
import type { EmailSegment, SegmentId } from '../../../contract/email-segments.ts'
import { leftOutSentence, people, segmentLooks } from '../../lib/email-campaign-words.ts'
import { mailToPerson, paths, tableExportPath } from '../../lib/paths.ts'
import { $statsById, reloadSegments, segmentList, segmentStats } from '../../stores/email-campaigns/segments.ts'
import { $may } from '../../stores/rights.ts'
import { LoadFailure, OutdatedNotice } from '../admin/LoadFailure.tsx'
import { DownloadLink } from '../security/DownloadLink.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Spinner } from './Spinner.tsx'

/** The segments that an email campaign can be sent to (administration §2). */
export function SegmentsOverview() {
  const may = useStore($may)
  return (
    <>
      <div className="table-head">
        <h2>Segments</h2>
        <div className="actions">
          {may('people') && (
            <a className="button button-small" href={mailToPerson()}>
              <Icon name="mail" size={18} /> Mail to one person
            </a>
          )}
          {may('imports') && (
            <a className="button button-small" href={paths.imports}>
              <Icon name="upload" size={18} /> Import files
            </a>
          )}
          {may('export', 'donations') && (
            <DownloadLink href={tableExportPath('donations', 'csv')}>
              <Icon name="download" size={18} /> Export donations
            </DownloadLink>
          )}
        </div>
      </div>
      <Segments />
    </>
  )
}

function Segments() {
  const state = useStore(segmentList.$state)
  const stats = useStore(segmentStats.$state)
  // Both come from the same server, so one notice is enough.
  const failure = [state, stats].find(({ status }) => status === 'failed' || status === 'offline')
  if (failure?.status === 'failed' || failure?.status === 'offline')
    return <LoadFailure state={failure} onRetry={reloadSegments} />
  if (state.status !== 'loaded') return <Spinner label="Loading segments…" />
  return (
    <>
      <OutdatedNotice state={stats} onRetry={reloadSegments} />
      <ul className="segment-cards">
        {state.value.map((segment) => (
          <li className="card segment-card" key={segment.id}>
            <SegmentCard segment={segment} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The segments whose description is their rule. */
const isSaid = new Set<SegmentId>(['newsletter-subscribers', 'donors', 'prayer-community'])

function SegmentCard({ segment: { id, name, description, sentence } }: { segment: EmailSegment }) {
  const stats = useStore($statsById).get(id)
  const leftOut = stats === undefined ? null : leftOutSentence(stats.leftOut)
  return (
    <>
      <div className="segment-head">
        <span className={`segment-icon segment-${id}`}>
          <Icon name={segmentLooks[id].icon} size={22} />
        </span>
        <h3>{name}</h3>
        {stats === undefined ? (
          <Spinner label={`Counting ${name}…`} isSmall />
        ) : (
          <span className="badge">{people(stats.count)}</span>
        )}
      </div>
      <p>{description}</p>
      {!isSaid.has(id) && <p className="quiet small">{sentence}</p>}
      {leftOut !== null && <p className="quiet small">{leftOut}</p>}
    </>
  )
}
