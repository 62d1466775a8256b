import { useEffect, useMemo, useRef } from 'react'
import type { ForumPost, ForumThread } from '../../../contract/forum-threads.ts'
import { editForm, stopEditing } from '../../stores/forum/forum-editing.ts'
import { editDraft } from '../../stores/forum/forum-writing.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'

/** Edits a post in place; the draft is kept until it is saved or cancelled. */
export function EditPostForm({ item }: { item: ForumThread | ForumPost }) {
  const { id, content } = item
  const form = useMemo(() => editForm(item), [item])
  const draft = useMemo(() => editDraft(id), [id])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  const isThread = 'title' in item
  const values = useMemo(
    () => ({ ...('title' in item && { title: item.title }), content, ...draft.read() }),
    [item, content, draft],
  )
  return (
    <div ref={place}>
      <Form form={form} label={isThread ? 'Edit thread' : 'Edit reply'} values={values} onInput={draft.keep}>
        {isThread && <Field name="title" label="Title" />}
        <Field name="content" label={isThread ? 'Content' : 'Reply'} rows={4} />
        <div className="actions">
          <SubmitButton sending="Saving..." className="button button-small button-primary">
            Save
          </SubmitButton>
          <button className="button button-small" type="button" onClick={() => stopEditing(id)}>
            Cancel
          </button>
        </div>
      </Form>
    </div>
  )
}
