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
function described({ data }: Described): Row {
  const { title, description, location, eventDate, startTime, endTime, category, capacity, imageUrl, isActive } = data
  const times = { eventDate, startTime, endTime }
  return columnsOf({ title, description, location, ...times, category, capacity, imageUrl, isActive })
}

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
        title: 'text NOT NULL',
        description: 'text',
        location: 'text',
        // Local date and times, not instants, which depend on the rules of the time zone.
        event_date: 'text NOT NULL',
        start_time: 'text',
        end_time: 'text',
        category: 'text NOT NULL',
        capacity: 'integer',
        image_url: 'text',
        /** Never true for a deleted event. */
        is_active: 'boolean NOT NULL',
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
        campaign_events_title: '(app.sort_key(title) COLLATE "und-x-icu", id)',
        campaign_events_location: `(app.sort_key(coalesce(location, '')) COLLATE "und-x-icu", id)`,
        campaign_events_category: '(app.sort_key(category) COLLATE "und-x-icu", id)',
        campaign_events_listed: '(id) WHERE NOT is_deleted',
        campaign_events_status: '(status, id)',
        campaign_events_search: `USING gin (app.search_key(title || ' ' || coalesce(description, '') || ' ' || coalesce(location, '') || ' ' || category) gin_trgm_ops)`,
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
