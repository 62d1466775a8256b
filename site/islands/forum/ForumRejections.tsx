import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import type { OwnItem } from '../../../contract/moderation.ts'
import { forumThreadPath } from '../../lib/paths.ts'
import { appealForm, rejections } from '../../stores/forum/forum-rejections.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'

/** The reader's own posts that were rejected: why, the appeal, and its answer. */
export function Rejections({ contentType, threadId }: { contentType: OwnItem['contentType']; threadId?: number }) {
  const state = useStore(rejections.$state)
  const items = state.status === 'loaded' ? state.items : []
  const here = items.filter(
    (item) => item.contentType === contentType && (threadId === undefined || item.threadId === threadId),
  )
  return (
    <>
      <Granted items={here.filter(({ status }) => status === 'approved')} />
      <NotPublished items={here.filter(({ status }) => status === 'rejected')} />
    </>
  )
}

/** Posts that were published after an appeal, with the moderator's answer. */
function Granted({ items }: { items: OwnItem[] }) {
  if (items.length === 0) return null
  return (
    <section className="rejections" aria-label="Answered appeals">
      {items.map(({ id, contentType, threadId, title, content, adminNotes, appeal }) => (
        <article className="card rejection rejection-reversed stack" key={id}>
          <p>
            <span className="badge badge-good">Published after your appeal</span>
          </p>
          {contentType === 'thread' && (
            <h3>
              <a href={forumThreadPath(threadId)}>
                <bdi>{title}</bdi>
              </a>
            </h3>
          )}
          <p className="post-words" dir="auto">
            {content}
          </p>
          <p className="small">
            <strong>Your appeal:</strong> <bdi>{appeal}</bdi>
          </p>
          {adminNotes !== '' && <ModeratorsNote>{adminNotes}</ModeratorsNote>}
        </article>
      ))}
    </section>
  )
}

function ModeratorsNote({ children }: { children: string }) {
  return (
    <p className="small">
      <strong>A moderator’s note:</strong> <bdi>{children}</bdi>
    </p>
  )
}

function NotPublished({ items }: { items: OwnItem[] }) {
  const [latest, ...rest] = items
  if (latest === undefined) return null
  return (
    <section className="rejections" aria-label="Not published">
      <Rejection item={latest} key={latest.id} />
      {rest.length > 0 && (
        <details className="more-rejections">
          <summary>
            {rest.length} more that {rest.length === 1 ? 'was' : 'were'} not published
          </summary>
          <div className="rejections">
            {rest.map((item) => (
              <Rejection item={item} key={item.id} />
            ))}
          </div>
        </details>
      )}
    </section>
  )
}

function Rejection({ item }: { item: OwnItem }) {
  const { contentType, title, content, reason, adminNotes, canAppeal, isWaiting, appeal } = item
  return (
    <article className="card rejection stack">
      <p>
        <span className="badge badge-bad">Not published</span>
      </p>
      {contentType === 'thread' && <h3 dir="auto">{title}</h3>}
      <p className="post-words" dir="auto">
        {content}
      </p>
      <p className="small">
        <strong>Why:</strong> {reason}
      </p>
      {adminNotes !== '' && <ModeratorsNote>{adminNotes}</ModeratorsNote>}
      {canAppeal && <Appeal id={item.id} />}
      {appeal !== null && (
        <p className="small">
          <strong>Your appeal:</strong> <bdi>{appeal}</bdi>{' '}
          <em>{isWaiting ? 'It is waiting for an answer.' : 'It was turned down.'}</em>
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
      <Field
        name="appeal"
        label="Why should this be published?"
        rows={3}
        help="A moderator will read this and decide."
      />
      <SubmitButton sending="Sending..." className="button button-small button-primary">
        Send Appeal
      </SubmitButton>
    </Form>
  )
}
