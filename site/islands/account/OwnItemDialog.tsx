import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import type { Submission } from '../../../contract/profile.ts'
import type { ReviewedTopic } from '../../../contract/topic-words.ts'
import { textsOf } from '../../lib/item-values.ts'
import {
  cancelRegistration,
  createCorrection,
  createRenaming,
  type OwnWords,
  readOwnWords,
  withdraw,
} from '../../stores/account/own-item-acts.ts'
import { $ownAct, closeOwnAct, reviewedTopicOf } from '../../stores/account/own-items.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

/** The dialog of the act that the person chose for something they sent in. */
export function OwnItemDialog() {
  const open = useStore($ownAct)
  if (open === null) return null
  const { act, item } = open
  const topic = reviewedTopicOf(item.kind)
  switch (act) {
    case 'correct':
      return topic && <Correction key={item.id} topic={topic} item={item} />
    case 'withdraw':
      return topic && <Withdrawal topic={topic} item={item} />
    case 'rename':
      return <Renaming key={item.id} item={item} />
    case 'cancel':
      return <Cancellation item={item} />
  }
}

type OfTopic = { topic: ReviewedTopic; item: Submission }

function Correction({ topic, item: { id, kind, status } }: OfTopic) {
  const [words, setWords] = useState<OwnWords | null>(null)
  useEffect(() => {
    void readOwnWords(topic, id).then((read) => (read === null ? closeOwnAct() : setWords(read)))
  }, [topic, id])
  if (words === null) return null
  return (
    <Modal
      isOpen
      title={`Correct your ${kind}`}
      lead={
        status === 'approved'
          ? 'Our team reads it again. Until then, it’s off the website.'
          : 'Our team reads it before it appears on the website.'
      }
      isForm
      asksToDiscard
      onClose={closeOwnAct}
    >
      <CorrectionForm topic={topic} kind={kind} words={words} />
    </Modal>
  )
}

function CorrectionForm({ topic, kind, words }: { topic: ReviewedTopic; kind: string; words: OwnWords }) {
  const { form, $current, fields } = useMemo(() => createCorrection(topic, words), [topic, words])
  const current = useStore($current)
  return (
    <Form form={form} label={`Correct your ${kind}`} values={textsOf(words)}>
      {fields.map(([name, { label, max }]) => (
        <Field name={name} label={label} key={name} {...(max >= 1000 && { rows: 6 })} />
      ))}
      {current !== null && (
        <section aria-label="As our team saved it">
          <p className="small">Our team saved this meanwhile. If you send yours again, it replaces it:</p>
          {fields.map(([name, { label }]) => (
            <p key={name} dir="auto">
              {label}: {current[name] ?? '–'}
            </p>
          ))}
        </section>
      )}
      <ModalActions leave="Cancel">
        <SubmitButton sending="Sending…" className="button button-small button-primary">
          Send for review
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}

const Withdrawal = ({ topic, item: { id, kind, excerpt } }: OfTopic) => (
  <ConfirmDialog
    isOpen
    question={`Withdraw this ${kind}?`}
    subject={excerpt}
    detail={`It comes off the website, and our team no longer reviews it. You can’t take this back, but you can send a new ${kind} anytime.`}
    confirm={`Withdraw ${kind}`}
    keep={`Keep ${kind}`}
    onConfirm={() => void withdraw(topic, id)}
    onClose={closeOwnAct}
  />
)

function Renaming({ item: { id, excerpt, registration } }: { item: Submission }) {
  const form = useMemo(() => createRenaming(id), [id])
  return (
    <Modal
      isOpen
      title="Change the name"
      lead={`The guest we expect at “${excerpt}”. The place stays yours.`}
      isForm
      asksToDiscard
      onClose={closeOwnAct}
    >
      <Form form={form} label="Change the name" values={{ name: registration?.name ?? '' }}>
        <Field name="name" label="Name" autoComplete="name" />
        <ModalActions leave="Cancel">
          <SubmitButton sending="Saving…" className="button button-small button-primary">
            Save name
          </SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  )
}

const Cancellation = ({ item: { id, excerpt, status } }: { item: Submission }) => (
  <ConfirmDialog
    isOpen
    question="Cancel this registration?"
    subject={excerpt}
    detail={
      status === 'waiting'
        ? 'You lose your place on the waiting list.'
        : 'Your seat goes to someone else. You can register again while there are seats.'
    }
    confirm="Cancel registration"
    keep="Keep registration"
    onConfirm={() => void cancelRegistration(id)}
    onClose={closeOwnAct}
  />
)
