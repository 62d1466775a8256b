import { campaignEvent } from '../../records/campaign-events.ts'
import { columnsIn } from '../../records/columns.ts'
import { searchIndex, sortIndex } from '../../records/list-sql.ts'
import { valuesIn } from '../../records/values.ts'
import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { columnsOf, countsBy, insert, type Projection, type Row, update } from '../kernel/projector/projection.ts'

/** Calendar programs rely on these: revisions increase with every change, and a rebuild yields the same ones. */
const changeOf = ({ revision, metadata }: Pick<Recorded, 'revision' | 'metadata'>): Row => ({
  sequence: revision,
  changed_at: metadata.at,
})

type Described = Recorded<Extract<CampaignEventEvent, { type: 'CampaignEventCreated' | 'CampaignEventEdited' }>>

/** The columns of the form. */
const described = ({ data }: Described): Row => columnsOf(valuesIn(campaignEvent, data))

const change = ({ data, ...event }: Recorded<CampaignEventEvent>, set: Row) => [
  update('campaign_events', { id: data.campaignEventId }, { ...set, ...changeOf(event) }),
]

/** Table `campaign_events`: every calendar event, deleted ones included; the public lists read the active ones. */
export const campaignEventsProjection: Projection<CampaignEventEvent> = {
  name: 'campaign-events',
  version: 6,
  tables: {
    campaign_events: {
      columns: {
        id: 'integer NOT NULL',
        /** The id of the event that created it: unique in every calendar, whatever the address of the site. */
        uid: 'uuid NOT NULL',
        // Local date and times, not instants, which depend on the rules of the time zone. `is_active`: never for a deleted event.
        ...columnsIn(campaignEvent),
        is_cancelled: 'boolean NOT NULL',
        is_deleted: 'boolean NOT NULL',
        status: `text GENERATED ALWAYS AS (CASE WHEN is_deleted THEN 'deleted' WHEN is_active THEN 'active' ELSE 'inactive' END) STORED`,
        created_at: 'timestamptz NOT NULL',
        sequence: 'integer NOT NULL',
        changed_at: 'timestamptz NOT NULL',
      },
      primaryKey: ['id'],
      countedIn: 'campaign_event_counts',
      indexes: {
        campaign_events_calendar: '(event_date, start_time) WHERE is_active',
        campaign_events_date: `((event_date || ' ' || coalesce(start_time, '')), id)`,
        campaign_events_title: sortIndex(campaignEvent, 'title'),
        campaign_events_location: sortIndex(campaignEvent, 'location'),
        campaign_events_category: sortIndex(campaignEvent, 'category'),
        campaign_events_listed: '(id) WHERE NOT is_deleted',
        campaign_events_status: '(status, id)',
        campaign_events_search: searchIndex(campaignEvent),
      },
    },
    campaign_event_counts: countsBy({
      status: 'text NOT NULL',
      is_deleted: 'boolean NOT NULL',
      category: 'text NOT NULL',
    }),
  },
  on: {
    CampaignEventCreated: (event) => [
      insert('campaign_events', {
        id: event.data.campaignEventId,
        uid: event.id,
        ...described(event),
        ...changeOf(event),
        is_cancelled: false,
        is_deleted: false,
        created_at: event.metadata.at,
      }),
    ],
    CampaignEventEdited: (event) => change(event, described(event)),
    CampaignEventCancelled: (event) => change(event, { is_cancelled: true }),
    CampaignEventDeleted: (event) => change(event, { is_active: false, is_deleted: true }),
    CampaignEventRestored: (event) => change(event, { is_deleted: false }),
  },
}
