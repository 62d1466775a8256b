import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { perReviewed, type ReviewedTopic } from '../../../contract/topic-words.ts'
import { publishedWords } from '../../../records/published-words.ts'
import { textsOf } from '../../lib/item-values.ts'
import type { Reviewed } from '../../stores/admin/review.ts'
import { $rewording } from '../../stores/admin/rewording.ts'
import { wordEditor } from '../../stores/admin/word-editors.ts'
import { Field } from '../forms/Field.tsx'
import { EditDialog } from './EditDialog.tsx'

const nouns = perReviewed('topic', ({ item }) => item.charAt(0).toUpperCase() + item.slice(1))

/** Corrects what is published of an item; its status stays, since an admin reads it here. */
export function WordsDialog() {
  const target = useStore($rewording)
  return target && <Editor {...target} />
}

function Editor({ topic, item }: { topic: ReviewedTopic; item: Reviewed }) {
  const editor = useMemo(() => wordEditor(topic, item), [topic, item])
  const edited = useStore(editor.$edited)
  useEffect(() => {
    if (edited === null) $rewording.set(null)
  }, [edited])
  return (
    <EditDialog editor={editor} noun={nouns[topic]} valuesOf={(edited) => (edited === 'new' ? {} : textsOf(edited))}>
      {() => (
        <>
          {Object.entries(publishedWords[topic]).map(([name, { label, max }]) => (
            <Field name={name} label={label} key={name} {...(max >= 1000 && { rows: 5 })} />
          ))}
          <p className="quiet small">If the text changes, the person who sent it gets an email about it.</p>
        </>
      )}
    </EditDialog>
  )
}
