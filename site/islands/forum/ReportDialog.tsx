import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { reportReasons } from '../../lib/report-reasons.ts'
import { $reporting, reportForm } from '../../stores/forum/forum-reports.ts'
import { Select } from '../forms/Choices.tsx'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

const choices = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(reportReasons).map(([value, label]) => ({ value, label })),
]

/** Asks what is wrong with a post. */
export function ReportDialog() {
  const text = useStore($reporting)
  return (
    <Modal
      isOpen={text !== null}
      title="Report this post"
      lead="A moderator will read it and decide. The author won’t learn who reported it."
      isForm
      onClose={() => $reporting.set(null)}
    >
      {text !== null && <Report text={text} />}
    </Modal>
  )
}

function Report({ text }: { text: Parameters<typeof reportForm>[0] }) {
  const form = useMemo(() => reportForm(text), [text])
  return (
    <Form form={form} label="Report">
      <Select name="reason" label="What is wrong with it?" options={choices} />
      <Field name="note" label="Anything a moderator should know?" rows={3} />
      <ModalActions leave="Cancel">
        <SubmitButton sending="Sending..." className="button button-small button-primary">
          Send Report
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}
