import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { keepDraft, readDraft } from '../stores/drafts.ts'
import { $place } from '../stores/forum.ts'
import { $categories } from '../stores/forum-categories.ts'
import { threadDraft, threadForm } from '../stores/forum-writing.ts'
import { Field, Form, Select, SubmitButton } from './Form.tsx'

/** Starts a thread in the category one is in, or another; what is typed is kept until it is posted. */
export function ThreadForm({ onCancel }: { onCancel: () => void }) {
  const { category } = useStore($place)
  const categories = useStore($categories)
  const values = useMemo(() => ({ categoryId: String(category ?? ''), ...readDraft(threadDraft) }), [category])
  if (categories.status !== 'loaded') return null
  const options = categories.items.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <div className="card">
      <Form form={threadForm} label="New thread" values={values} onInput={(form) => keepDraft(threadDraft, form)}>
        <Select name="categoryId" label="Category" options={options} />
        <Field name="title" label="Title" />
        <Field name="content" label="Content" rows={4} />
        <div className="actions">
          <SubmitButton sending="Creating...">Create Thread</SubmitButton>
          <button className="button" type="button" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </Form>
    </div>
  )
}
