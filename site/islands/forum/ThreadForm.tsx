import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { $view } from '../../stores/forum/forum.ts'
import { categories } from '../../stores/forum/forum-categories.ts'
import { $isThreadFormOpen, isDrafted, threadDraft, threadForm } from '../../stores/forum/forum-writing.ts'
import { Field, Form, Select, SubmitButton } from '../forms/Form.tsx'

/**
 * Starts a thread in the category one is in, or another; what is typed is kept until it is posted or discarded.
 * `takesFocus`: somebody just asked for it, no draft brought it back.
 */
export function ThreadForm({ takesFocus }: { takesFocus: boolean }) {
  const { category } = useStore($view)
  const state = useStore(categories.$state)
  const draft = useMemo(threadDraft, [])
  const values = useMemo(() => ({ categoryId: String(category ?? ''), ...draft.read() }), [category, draft])
  const [hasDraft, setHasDraft] = useState(() => isDrafted(draft))
  const card = useRef<HTMLDivElement>(null)
  const isReady = state.status === 'loaded'
  useEffect(() => {
    if (isReady && takesFocus) card.current?.querySelector('input')?.focus()
  }, [isReady, takesFocus])
  if (!isReady) return null
  const options = state.items.map(({ id, name }) => ({ value: String(id), label: name }))
  function keep(form: HTMLFormElement) {
    draft.keep(form)
    setHasDraft(isDrafted(draft))
  }
  function discard() {
    draft.drop()
    $isThreadFormOpen.set(false)
  }
  return (
    <div className="card" ref={card}>
      <Form form={threadForm} label="New thread" values={values} onInput={keep}>
        <Select name="categoryId" label="Category" options={options} />
        <Field name="title" label="Title" />
        <Field name="content" label="Content" rows={4} />
        {hasDraft && <p className="field-help">Saved in this browser until you post it.</p>}
        <div className="actions">
          <SubmitButton sending="Creating...">Create Thread</SubmitButton>
          <button className="button" type="button" onClick={() => $isThreadFormOpen.set(false)}>
            Cancel
          </button>
          {hasDraft && (
            <button className="text-button text-danger" type="button" onClick={discard}>
              Discard Draft
            </button>
          )}
        </div>
      </Form>
    </div>
  )
}
