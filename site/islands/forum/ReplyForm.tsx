import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { messages } from '../../lib/messages.ts'
import { askToLogIn } from '../../stores/forum/forum.ts'
import { $repliesSent, replyDraft, replyForm } from '../../stores/forum/forum-writing.ts'
import { $session, refreshSession } from '../../stores/session.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { RetryNotice } from '../ui/RetryNotice.tsx'
import { LoginPrompt } from './LoginPrompt.tsx'

/** The reply form of a thread; visitors are asked to log in. */
export function ReplyForm({ threadId }: { threadId: number }) {
  const session = useStore($session)
  if (session.status === 'signed-out')
    return (
      <LoginPrompt purpose="reply to this discussion">
        <button
          className="button button-small button-primary"
          type="button"
          onClick={() => askToLogIn(messages.reply.loginRequired)}
        >
          Reply
        </button>
      </LoginPrompt>
    )
  if (session.status === 'unreachable')
    return <RetryNotice onRetry={refreshSession}>{messages.server.unreachable}</RetryNotice>
  if (session.status !== 'signed-in') return null
  return (
    <div className="card">
      <WritingForm threadId={threadId} key={threadId} />
    </div>
  )
}

function WritingForm({ threadId }: { threadId: number }) {
  const draft = useMemo(() => replyDraft(threadId), [threadId])
  const written = useStore($repliesSent)
  const form = useMemo(() => replyForm(threadId), [threadId])
  // The draft is restored once; after a reply, the form is empty.
  const [kept] = useState(() => ({ before: written, words: draft.read() }))
  const values = written === kept.before ? kept.words : {}
  return (
    <Form form={form} label="Your reply" values={values} onInput={draft.keep}>
      <Field name="content" label="Your reply" rows={4} />
      <div className="actions">
        <SubmitButton sending="Posting...">Post Reply</SubmitButton>
      </div>
    </Form>
  )
}
