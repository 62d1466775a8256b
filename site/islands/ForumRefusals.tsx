import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import type { OwnItem } from '../../contract/moderation.ts'
import { $refusals, appealForm } from '../stores/forum-refusals.ts'
import { Field, Form, SubmitButton } from './Form.tsx'

/** What of one's own was not published here: why, and what can be said against it. */
export function Refusals({ contentType, threadId }: { contentType: OwnItem['contentType']; threadId?: number }) {
  const refusals = useStore($refusals)
  const here = refusals.filter(
    (item) => item.contentType === contentType && (threadId === undefined || item.threadId === threadId),
  )
  if (here.length === 0) return null
  return (
    <section className="refusals" aria-label="Not published">
      {here.map((item) => (
        <Refusal item={item} key={item.id} />
      ))}
    </section>
  )
}

function Refusal({ item }: { item: OwnItem }) {
  const { contentType, title, content, reason, adminNotes, canAppeal, appeal } = item
  return (
    <article className="card refusal stack">
      <p>
        <span className="badge badge-bad">Not published</span>
      </p>
      {contentType === 'thread' && <h3>{title}</h3>}
      <p className="post-words">{content}</p>
      <p className="small">
        <strong>Why:</strong> {reason}
      </p>
      {adminNotes !== '' && (
        <p className="small">
          <strong>A moderator’s note:</strong> {adminNotes}
        </p>
      )}
      {canAppeal && <Appeal id={item.id} />}
      {appeal !== null && (
        <p className="small">
          <strong>Your appeal:</strong> {appeal}
        </p>
      )}
    </article>
  )
}

function Appeal({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  const form = useMemo(() => appealForm(id), [id])
  if (!isOpen)
    return (
      <button className="button button-small" type="button" onClick={() => setOpen(true)}>
        Appeal
      </button>
    )
  return (
    <Form form={form} label="Appeal">
      <Field name="appeal" label="Why should this be published?" rows={3} help="A person reads it and decides." />
      <SubmitButton sending="Sending..." className="button button-small button-primary">
        Send Appeal
      </SubmitButton>
    </Form>
  )
}
