import type { EndorsementEvent } from '../domain/endorsements.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { increment, type Projection } from './projection.ts'

const changed = (tag: string) => [increment('page_tags', { tag }, { version: 1 })]

/** Table `page_tags`: how often the public content under a tag has changed; projected pages watch it. */
export const pageTagsProjection: Projection<PrayerEvent | EndorsementEvent | SubjectEvent> = {
  name: 'page-tags',
  version: 1,
  tables: {
    page_tags: { columns: { tag: 'text NOT NULL', version: 'bigint NOT NULL' }, primaryKey: ['tag'] },
  },
  on: {
    PrayerApproved: () => changed('prayers'),
    PrayerDeleted: () => changed('prayers'),
    EndorsementApproved: () => changed('endorsements'),
    EndorsementDeleted: () => changed('endorsements'),
    // Whose words were where is not known here, so every page with people's words watches this tag.
    SubjectErased: () => changed('erasures'),
  },
}
