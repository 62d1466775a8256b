import { columnOf } from '../../records/columns.ts'
import { namesOf } from '../../records/names.ts'
import { type Origin, source } from '../../records/origins.ts'
import type { DonationLinkEvent } from '../domain/donation-links.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { Cell, ColumnType } from './measurement-tables.ts'
import type { VariationLog } from './variation-log.ts'

type Column = { name: string; type: ColumnType; meaning: string; of: (event: Recorded<DonationLinkEvent>) => Cell }

const partsOf = (group: keyof Pick<Origin, 'firstSource' | 'actSource'>, prefix: string, of: string): Column[] =>
  namesOf(source).map((part) => ({
    name: prefix + columnOf(part),
    type: 'STRING',
    meaning: `${source[part].label} ${of}.`,
    of: ({ data }) => data[group]?.[part] ?? null,
  }))

/** The columns of the export of clicks on the donation link. */
export const donationClickColumns: readonly Column[] = [
  { name: 'click_id', type: 'STRING', meaning: 'The click; key of this table.', of: ({ data }) => data.clickId },
  {
    name: 'followed_at',
    type: 'TIMESTAMP',
    meaning: 'UTC; in CSV as ISO 8601.',
    of: ({ metadata }) => metadata.at,
  },
  {
    name: 'view_id',
    type: 'STRING',
    meaning: 'The view of the home page that conversions are credited to (exposures).',
    of: ({ data }) => data.viewId ?? null,
  },
  ...partsOf('firstSource', 'first_', 'where the visit began, up to 30 days before'),
  ...partsOf('actSource', '', 'of the page with the link, or of the link'),
]

const batch = 2000 // events
const type = 'DonationLinkFollowed' satisfies DonationLinkEvent['type']

/** Every click in the order of the log, with flat memory. */
export async function* donationClicks({ log, decode }: VariationLog): AsyncGenerator<Cell[]> {
  const after = (position: string | null) =>
    log.readTypes ? log.readTypes(position, batch, [type]) : log.readAll(position, batch)
  for (
    let recorded = await after(null);
    recorded.length > 0;
    recorded = await after(recorded.at(-1)?.position ?? null)
  ) {
    const clicks = await decode<DonationLinkEvent>(recorded.filter((event) => event.type === type))
    for (const click of clicks) yield donationClickColumns.map(({ of }) => of(click))
  }
}
