import type { correctEndorsement } from '../../../contract/endorsements.ts'
import type { correctPrayer } from '../../../contract/prayers.ts'
import type { ReviewedTopic } from '../../../contract/topic-words.ts'
import type { endorsementWords } from '../../../records/endorsements.ts'
import type { prayerWords } from '../../../records/prayers.ts'
import { call } from '../../lib/api.ts'
import type { Written } from '../../lib/item-values.ts'
import { messages, reviewMessages } from '../../lib/messages.ts'
import type { Reviewed } from './review.ts'
import { reviewIn } from './reviews.ts'
import { createRowEditor, type RowEditor } from './row-editor.ts'

const prayerEditor = () =>
  createRowEditor({
    list: reviewIn<Reviewed>('prayers').list,
    words: { ...reviewMessages('prayer'), missing: messages.admin.missingFields },
    required: ['firstName', 'prayer'],
    bodyOf: (_, written: Written<typeof prayerWords>) => written,
    save: (id, body, revision) =>
      call<typeof correctPrayer>('PUT', '/api/admin/prayers/:id', { params: { id }, body, revision }),
  })

const endorsementEditor = () =>
  createRowEditor({
    list: reviewIn<Reviewed>('endorsements').list,
    words: { ...reviewMessages('endorsement'), missing: messages.admin.missingFields },
    required: ['name'],
    bodyOf: (_, written: Written<typeof endorsementWords>) => written,
    save: (id, body, revision) =>
      call<typeof correctEndorsement>('PUT', '/api/admin/endorsements/:id', { params: { id }, body, revision }),
  })

const editors = { prayers: prayerEditor, endorsements: endorsementEditor }

/** The dialog's store for one item. */
export function wordEditor(topic: ReviewedTopic, item: Reviewed): RowEditor<Reviewed> {
  const editor = editors[topic]()
  editor.edit(item)
  return editor
}
